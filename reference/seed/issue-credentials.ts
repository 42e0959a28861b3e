/** The credentials that every start issues: shown in the target once, stored as hashes (§5.4). */
import type { Credentials } from "../parts/credentials.ts";
import { beginningOf, newToken } from "../parts/new-token.ts";
import type { TargetCredential } from "../parts/target.ts";
import { insertCredential } from "../store/credentials.ts";
import type { Database } from "../store/database.ts";
import { newId } from "../store/new-id.ts";
import { installationId, organizationId, userId } from "./ids.ts";

interface SeededCredential {
  /** The key's descriptive name (§5.3). */
  readonly name: string;
  readonly kind: "api-key" | "session";
  readonly organization: string;
  readonly user: string;
  /** The installation tied to a key. */
  readonly installation?: string;
  readonly isExpired?: true;
  readonly denied?: readonly string[];
}

const acmeTracker = { kind: "api-key", organization: "acme", installation: "tracker" } as const;

const issues: readonly SeededCredential[] = [
  { name: "First key", ...acmeTracker, user: "ada" },
  { name: "Second key", kind: "api-key", organization: "acme", user: "brahma", installation: "chat" },
  { name: "Session", kind: "session", organization: "acme", user: "ada" },
  { name: "Expired key", ...acmeTracker, user: "ada", isExpired: true },
  { name: "Viewer's key", ...acmeTracker, user: "dot", denied: ["listFeatures"] },
  { name: "Key", kind: "api-key", organization: "globex", user: "emmy", installation: "crm" },
  { name: "Key", kind: "api-key", organization: "initech", user: "grace", installation: "printer" },
  { name: "Key", kind: "api-key", organization: "hooli", user: "ivan", installation: "empty" },
];

const dayMs = 86_400_000;

/** Stores new credentials, and returns them for the target file. `now` is in milliseconds since the epoch. */
export function issueCredentials(
  store: Database,
  credentials: Credentials,
  now: number,
  tokenSeed: string | undefined,
): TargetCredential[] {
  return store.transaction(() =>
    issues.map((issue, at) => {
      const { kind, organization, installation, denied } = issue;
      const token = newToken(kind, tokenSeed === undefined ? undefined : `${tokenSeed} ${at}`);
      const org = organizationId(organization);
      insertCredential(store, {
        kind,
        id: newId("crd"),
        hash: credentials.hash(token),
        name: issue.name,
        beginning: beginningOf(token),
        orgId: org,
        userId: userId(organization, issue.user),
        installationId: installation === undefined ? null : installationId(organization, installation),
        expiresAt: issue.isExpired ? new Date(now - dayMs).toISOString() : null,
        createdAt: new Date(now - 2 * dayMs).toISOString(),
      });
      return { token, kind, org, ...(issue.isExpired ? { expired: true } : {}), ...(denied ? { denied } : {}) };
    }),
  );
}
