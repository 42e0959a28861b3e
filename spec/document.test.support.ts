/** The document's tables, written out by hand: what the contract and the ledger are held against. */

/** A field as the contract must state it. */
type Field = { readonly [keyword: string]: unknown };

export interface Table {
  readonly section: string;
  /** The fields whose presence the document states; undefined if it states none. */
  readonly required?: readonly string[];
  readonly fields: { readonly [name: string]: Field };
}

const string = { type: "string" };
const nullable = { type: ["string", "null"] };
const dateTime = { type: "string", format: "date-time" };
const boolean = { type: "boolean" };
const object = { type: "object", additionalProperties: true };
const oneOf = (...values: readonly string[]) => ({ type: "string", enum: values });
const format = oneOf("text", "json", "html", "markdown");
const contentStatus = oneOf("unreviewed", "draft", "published", "archived");

/** The tables of §2, by the name of their schema. */
export const tables: { readonly [schema: string]: Table } = {
  Product: {
    section: "2.1",
    required: ["id"],
    fields: { id: string, slug: string, name: string, createdAt: dateTime, updatedAt: dateTime },
  },
  Feature: {
    section: "2.2",
    required: [
      "id",
      "slug",
      "name",
      "description",
      "descriptionFormat",
      "status",
      "parentId",
      "releaseId",
      "createdAt",
      "updatedAt",
    ],
    fields: {
      id: string,
      slug: nullable,
      name: string,
      description: nullable,
      descriptionFormat: format,
      status: contentStatus,
      parentId: nullable,
      releaseId: nullable,
      createdAt: dateTime,
      updatedAt: dateTime,
    },
  },
  Problem: {
    section: "2.3",
    required: ["id"],
    fields: {
      id: string,
      slug: string,
      name: string,
      statement: string,
      statementFormat: format,
      status: contentStatus,
      createdAt: dateTime,
      updatedAt: dateTime,
    },
  },
  Release: {
    section: "2.4",
    required: ["id"],
    fields: {
      id: string,
      slug: string,
      name: string,
      notes: string,
      releaseDate: dateTime,
      isProd: boolean,
      tags: { type: "array", items: string },
      status: string,
      sourceUrl: string,
      createdAt: dateTime,
      updatedAt: dateTime,
    },
  },
  Context: { section: "2.5", required: ["id"], fields: { id: string, name: string, description: string } },
  Actor: { section: "2.6", required: ["id"], fields: { id: string, name: string, description: string } },
  Organization: {
    section: "2.7",
    required: ["id"],
    fields: { id: string, name: string, slug: string, avatarType: string, createdAt: dateTime, updatedAt: dateTime },
  },
  Member: {
    section: "2.8",
    required: ["userId"],
    fields: { userId: string, firstName: string, lastName: string, email: string, role: string, joinedAt: dateTime },
  },
  User: {
    section: "2.9",
    required: ["id"],
    fields: {
      id: string,
      firstName: string,
      lastName: string,
      email: string,
      emailVerified: boolean,
      preferences: object,
      avatarType: string,
      createdAt: dateTime,
      updatedAt: dateTime,
    },
  },
  Installation: {
    section: "2.10",
    required: ["id"],
    fields: {
      id: string,
      integrationId: string,
      orgId: string,
      config: object,
      status: string,
      createdAt: dateTime,
    },
  },
  FeedbackSubmission: {
    section: "2.11",
    fields: {
      productId: string,
      content: { type: "object", properties: { body: string, title: string, bodyFormat: string } },
      sourceUrl: string,
      feedbackType: oneOf(
        "bug",
        "feature_request",
        "support_ticket",
        "prospect_call",
        "support_call",
        "research_call",
        "generic_feedback",
      ),
      contextId: string,
      actorId: string,
      metadata: object,
      notes: string,
    },
  },
  FeedbackAcceptance: {
    section: "2.12",
    required: ["feedbackId", "url", "status"],
    fields: { feedbackId: string, url: string, status: oneOf("queued") },
  },
  FeedbackStatus: {
    section: "2.13",
    required: ["feedbackId"],
    fields: { feedbackId: string, status: string, resultUrl: string },
  },
  Error: {
    section: "2.14",
    required: ["error"],
    fields: { error: string, issues: { type: "array", items: { $ref: "#/components/schemas/Issue" } } },
  },
};

/** The schemas that have no table of their own: issues (§2.14) and the bodies that §4 describes in a line. */
export const inlineTables: { readonly [schema: string]: Table } = {
  Issue: {
    section: "2.14",
    required: ["code", "message"],
    fields: { code: string, message: string, path: { type: "array", items: { type: ["string", "number"] } } },
  },
  ProfileUpdate: {
    section: "4",
    fields: {
      firstName: string,
      lastName: string,
      avatarBase64: { type: "string", contentEncoding: "base64" },
      avatarType: string,
      preferences: object,
    },
  },
  NewOrganization: { section: "4", fields: { name: string, slug: string } },
  Invitation: { section: "4", fields: { email: { type: "string", format: "email" } } },
};

/** Rows of a table that describe what is inside a field. */
export const innerRows: { readonly [section: string]: readonly string[] } = {
  "2.11": ["content.body", "content.title", "content.bodyFormat"],
  "2.14": ["issues[].code", "issues[].message", "issues[].path"],
};

/** The table of §4: number, operation, method, path, request schema, success. `{X}`: wrapped · `[X]`: bare · `-`: not shown. */
export const endpoints = [
  ["listProducts", "GET", "/v1/products", "", "{Product}"],
  ["getProduct", "GET", "/v1/products/{productId}", "", "Product"],
  ["listFeatures", "GET", "/v1/products/{productId}/features", "", "{Feature}"],
  ["listProblems", "GET", "/v1/products/{productId}/problems", "", "{Problem}"],
  ["getProblem", "GET", "/v1/products/{productId}/problems/{problemId}", "", "Problem"],
  ["listReleases", "GET", "/v1/products/{productId}/releases", "", "{Release}"],
  ["listContexts", "GET", "/v1/products/{productId}/contexts", "", "{Context}"],
  ["listActors", "GET", "/v1/products/{productId}/actors", "", "{Actor}"],
  ["submitFeedback", "POST", "/v1/feedback", "FeedbackSubmission", "FeedbackAcceptance"],
  ["getFeedbackStatus", "GET", "/v1/feedback/{feedbackId}/status", "", "FeedbackStatus"],
  ["getMe", "GET", "/v1/me", "", "User"],
  ["updateMe", "PUT", "/v1/me", "ProfileUpdate", "-"],
  ["listOrganizations", "GET", "/v1/organizations", "", "[Organization]"],
  ["createOrganization", "POST", "/v1/organizations", "NewOrganization", "Organization"],
  ["getOrganization", "GET", "/v1/organizations/{orgId}", "", "Organization"],
  ["listMembers", "GET", "/v1/organizations/{orgId}/members", "", "[Member]"],
  ["inviteMember", "POST", "/v1/organizations/{orgId}/invite", "Invitation", "-"],
  ["getInstallation", "GET", "/v1/installations/me", "", "Installation"],
] as const;
