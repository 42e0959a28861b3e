/** Exchanges for tests, as a conforming server would have answered, and what a test says otherwise. */
import { loadContract, type OperationId } from "../../spec/contract.ts";
import { type Exchange, type ExchangeRecord, exchangeOf, type HeaderList } from "./exchange.ts";

export const contract = loadContract();

const baseUrl = "https://dev.example.com/api";
const times = { createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-02T00:00:00Z" };
const user = { firstName: "Ada", lastName: "L", email: "ada@example.com" };

/** One conforming value of each resource, by its schema. */
export const samples: { readonly [schema: string]: { readonly [field: string]: unknown } } = {
  Product: { id: "prod_1", slug: "one", name: "One", ...times },
  Feature: {
    id: "feat_1",
    slug: null,
    name: "Search",
    description: null,
    descriptionFormat: "markdown",
    status: "published",
    parentId: null,
    releaseId: null,
    ...times,
  },
  Problem: {
    id: "prob_1",
    slug: "slow",
    name: "Slow",
    statement: "It is slow",
    statementFormat: "text",
    status: "draft",
    ...times,
  },
  Release: {
    id: "rel_1",
    slug: "v1",
    name: "v1",
    notes: "",
    releaseDate: "2026-01-01T00:00:00Z",
    isProd: true,
    tags: ["stable"],
    status: "shipped",
    sourceUrl: "",
    ...times,
  },
  Context: { id: "ctx_1", name: "Web", description: "" },
  Actor: { id: "act_1", name: "Admin", description: "" },
  Organization: { id: "org_1", name: "Acme", slug: "acme", avatarType: "none", ...times },
  Member: { userId: "user_1", ...user, role: "owner", joinedAt: "2026-01-01T00:00:00Z" },
  User: { id: "user_1", ...user, emailVerified: true, preferences: {}, avatarType: "none", ...times },
  Installation: {
    id: "inst_1",
    integrationId: "int_1",
    orgId: "org_1",
    config: {},
    status: "pending",
    createdAt: "2026-01-01T00:00:00Z",
  },
  FeedbackAcceptance: { feedbackId: "fb_1", url: "https://example.com/fb_1", status: "queued" },
  FeedbackStatus: { feedbackId: "fb_1", status: "queued", resultUrl: "https://example.com/fb_1" },
  Error: { error: "Not found", issues: [{ code: "unknown", message: "no such id", path: ["productId", 0] }] },
};

const goodHeaders: HeaderList = [
  ["Content-Type", "application/json; charset=utf-8"],
  ["X-RateLimit-Limit", "100"],
  ["X-RateLimit-Remaining", "99"],
  ["X-RateLimit-Reset", "1795254101"],
];

/** What a test changes in an exchange; the rest is as it should be. */
export interface ExchangeOverrides extends Partial<Omit<ExchangeRecord, "response" | "request" | "operation">> {
  readonly operation?: OperationId | undefined;
  /** 0: no answer came. */
  readonly status?: number;
  /** Sent as JSON; `text` is sent as it is. */
  readonly json?: unknown;
  readonly text?: string;
  /** In place of the good ones; `undefined` takes one away. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly isUtf8?: boolean;
  readonly isCut?: boolean;
  readonly requestBody?: string;
  readonly path?: string;
}

/** A GET of `listProducts` with an API key that was answered 200, except for `overrides`. */
export function exchangeWith(overrides: ExchangeOverrides = {}): Exchange {
  const {
    operation: _,
    status = 200,
    json,
    text,
    headers,
    isUtf8 = true,
    isCut = false,
    requestBody,
    path,
    ...record
  } = overrides;
  const operation = "operation" in overrides ? overrides.operation : "listProducts";
  const body = text ?? (json === undefined ? "" : JSON.stringify(json));
  const shape = operation === undefined ? { method: "GET", path: "/v1/else" } : contract.operation(operation);
  return exchangeOf({
    index: 0,
    intent: "valid",
    kind: "api-key",
    credential: "KEY_A",
    organization: "org_1",
    sentAt: 0,
    receivedAt: 1,
    ...record,
    ...(operation === undefined ? {} : { operation }),
    request: {
      method: shape.method,
      url: `${baseUrl}${path ?? shape.path.replaceAll(/\{\w+\}/g, "id")}`,
      headers: [],
      body: requestBody ?? "",
    },
    ...(status === 0
      ? { failure: record.failure ?? "timed out after 30 s", reason: record.reason ?? ("timeout" as const) }
      : { response: { status, headers: headersWith(headers ?? {}), body, isUtf8, isCut } }),
  });
}

function headersWith(changed: Readonly<Record<string, string | undefined>>): HeaderList {
  const kept = goodHeaders.filter(([name]) => !(name in changed));
  return [
    ...kept,
    ...Object.entries(changed).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  ];
}

/** How `operation` wraps its resource: the body that shows these items. */
export function bodyOf(operation: OperationId, ...items: readonly unknown[]): unknown {
  if (operation === "listOrganizations" || operation === "listMembers") return items;
  return operation.startsWith("list") ? { data: items } : items[0];
}
