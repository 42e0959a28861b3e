/** The tables (§2). Times are ISO 8601 text; free-form objects and tags are JSON text; credentials are hashes (§5.4). */

/** Marks a file as the reference's ("fpkr"), to distinguish it from other SQLite databases. */
const applicationId = 0x66706b72;

/** Incremented when the tables change. */
export const schemaVersion = 3;

export const schema = `
PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${schemaVersion};

CREATE TABLE organizations (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, slug TEXT NOT NULL UNIQUE, avatarType TEXT NOT NULL,
  createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL
);
CREATE TABLE users (
  id TEXT PRIMARY KEY, firstName TEXT NOT NULL, lastName TEXT NOT NULL, email TEXT NOT NULL UNIQUE,
  emailVerified INTEGER NOT NULL, preferences TEXT NOT NULL, avatarType TEXT NOT NULL, avatarBase64 TEXT,
  createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL
);
CREATE TABLE members (
  orgId TEXT NOT NULL REFERENCES organizations (id), userId TEXT NOT NULL REFERENCES users (id),
  role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')), joinedAt TEXT NOT NULL,
  PRIMARY KEY (orgId, userId)
);
CREATE TABLE invitations (
  orgId TEXT NOT NULL REFERENCES organizations (id), email TEXT NOT NULL,
  invitedBy TEXT NOT NULL REFERENCES users (id), createdAt TEXT NOT NULL,
  token TEXT NOT NULL UNIQUE, acceptedAt TEXT, PRIMARY KEY (orgId, email)
);
CREATE TABLE installations (
  id TEXT PRIMARY KEY, integrationId TEXT NOT NULL, orgId TEXT NOT NULL REFERENCES organizations (id),
  config TEXT NOT NULL, status TEXT NOT NULL CHECK (status IN ('pending', 'active', 'disabled')),
  createdAt TEXT NOT NULL
);
CREATE TABLE apiKeys (
  id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, name TEXT NOT NULL, beginning TEXT NOT NULL,
  orgId TEXT NOT NULL REFERENCES organizations (id), userId TEXT NOT NULL REFERENCES users (id),
  installationId TEXT REFERENCES installations (id), expiresAt TEXT, createdAt TEXT NOT NULL, lastUsedAt TEXT
);
CREATE TABLE sessions (
  id TEXT PRIMARY KEY, hash TEXT NOT NULL UNIQUE, orgId TEXT NOT NULL REFERENCES organizations (id),
  userId TEXT NOT NULL REFERENCES users (id), expiresAt TEXT, createdAt TEXT NOT NULL
);
CREATE TABLE products (
  id TEXT PRIMARY KEY, orgId TEXT NOT NULL REFERENCES organizations (id), slug TEXT NOT NULL, name TEXT NOT NULL,
  createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL, UNIQUE (orgId, slug)
);
CREATE TABLE releases (
  id TEXT PRIMARY KEY, productId TEXT NOT NULL REFERENCES products (id), slug TEXT NOT NULL, name TEXT NOT NULL,
  notes TEXT NOT NULL, releaseDate TEXT NOT NULL, isProd INTEGER NOT NULL, tags TEXT NOT NULL, status TEXT NOT NULL,
  sourceUrl TEXT NOT NULL, createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL
);
CREATE TABLE features (
  id TEXT PRIMARY KEY, productId TEXT NOT NULL REFERENCES products (id), slug TEXT, name TEXT NOT NULL,
  description TEXT, descriptionFormat TEXT NOT NULL, status TEXT NOT NULL,
  parentId TEXT REFERENCES features (id), releaseId TEXT REFERENCES releases (id),
  createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL
);
CREATE TABLE problems (
  id TEXT PRIMARY KEY, productId TEXT NOT NULL REFERENCES products (id), slug TEXT NOT NULL, name TEXT NOT NULL,
  statement TEXT NOT NULL, statementFormat TEXT NOT NULL, status TEXT NOT NULL,
  createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL
);
CREATE TABLE contexts (
  id TEXT PRIMARY KEY, productId TEXT NOT NULL REFERENCES products (id), name TEXT NOT NULL, description TEXT NOT NULL
);
CREATE TABLE actors (
  id TEXT PRIMARY KEY, productId TEXT NOT NULL REFERENCES products (id), name TEXT NOT NULL, description TEXT NOT NULL
);
CREATE TABLE feedback (
  id TEXT PRIMARY KEY, orgId TEXT NOT NULL REFERENCES organizations (id),
  productId TEXT NOT NULL REFERENCES products (id), contextId TEXT REFERENCES contexts (id),
  actorId TEXT REFERENCES actors (id), body TEXT, title TEXT, bodyFormat TEXT, sourceUrl TEXT, feedbackType TEXT,
  metadata TEXT, notes TEXT, source TEXT, outcome TEXT NOT NULL CHECK (outcome IN ('processed', 'failed')),
  acceptedAt INTEGER NOT NULL
);
CREATE INDEX featuresOfProduct ON features (productId, createdAt, id);
CREATE INDEX problemsOfProduct ON problems (productId, createdAt, id);
CREATE INDEX releasesOfProduct ON releases (productId, createdAt, id);
CREATE INDEX contextsOfProduct ON contexts (productId, name, id);
CREATE INDEX actorsOfProduct ON actors (productId, name, id);
`;
