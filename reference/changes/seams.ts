/** The functions by which mutants and variants change the reference. `replace` is the general one; the others build on it. */
import { createHash } from "node:crypto";
import type { Response } from "express";
import type { OperationId } from "../../spec/contract.ts";
import { HttpError, type Issue } from "../parts/http-error.ts";
import type { Parts } from "../parts/parts.ts";
import type { ProfileUpdate } from "../parts/profile.ts";
import type { Route, RouteRequest } from "../parts/route.ts";
import { type Body, type Serializers, serializers } from "../parts/serializers.ts";
import type { Target } from "../parts/target.ts";
import type { Caller } from "../store/caller.ts";
import { findCredential } from "../store/credentials.ts";
import type { Database } from "../store/database.ts";
import { allProducts } from "../store/products.ts";
import { text } from "../store/row.ts";
import type { UserRow } from "../store/users.ts";

/** A function from the parts of the reference to those of the mutant or variant. */
export type Change = (parts: Parts) => Parts;

/**
 * Replaces members of a part: by those of an object, or by those that a function returns. The function gets the part and all parts,
 * as they were before the change. It is called once for each started server, so its variables belong to that server.
 */
export const replace =
  <K extends keyof Parts>(
    part: K,
    members: Partial<Parts[K]> | ((part: Parts[K], parts: Parts) => Partial<Parts[K]>),
  ): Change =>
  (parts) => ({
    ...parts,
    [part]: { ...parts[part], ...(typeof members === "function" ? members(parts[part], parts) : members) },
  });

/** A change that makes several changes, in their order. */
export const combine =
  (...changes: readonly Change[]): Change =>
  (parts) =>
    changes.reduce((changed, change) => change(changed), parts);

/** Replaces the route of an operation. `replacement` gets the earlier route. */
export const replaceRoute = (operation: OperationId, replacement: (route: Route) => Route): Change =>
  replace("routes", (routes) => ({ [operation]: replacement(routes[operation]) }));

/** Replaces the routes of several operations in the same way. */
export const replaceRoutes = (operations: readonly OperationId[], replacement: (route: Route) => Route): Change =>
  combine(...operations.map((operation) => replaceRoute(operation, replacement)));

/** Answers a request with the first result that had the same key. Each operation has a cache of its own. */
export const cacheResults = (operations: readonly OperationId[], keyOf: (request: RouteRequest) => string): Change =>
  replaceRoutes(operations, (route) => {
    const cached = new Map<string, unknown>();
    return (request) => {
      const key = keyOf(request);
      if (!cached.has(key)) cached.set(key, route(request));
      return cached.get(key);
    };
  });

/** Answers 500, as after an unexpected error, to requests of these operations for which `fails` is true. */
export const failWhen = (operations: readonly OperationId[], fails: (request: RouteRequest) => boolean): Change =>
  replaceRoutes(operations, (route) => (request) => {
    if (fails(request)) throw new HttpError("internal", "Something went wrong here.");
    return route(request);
  });

/** Changes the return value of a route, which is the body of a successful response. */
export const changeResult = (operation: OperationId, change: (result: unknown) => unknown): Change =>
  replaceRoute(operation, (route) => (request) => change(route(request)));

/** Changes the body of a successful response that is one resource. */
export const changeBody = (operation: OperationId, change: (body: Body) => Body): Change =>
  changeResult(operation, (result) => change(result as Body));

/** Changes the items of a list that is wrapped in `data`. */
export const changeItems = (
  operation: OperationId,
  change: (items: readonly Body[], request: RouteRequest) => readonly Body[],
): Change =>
  replaceRoute(operation, (route) => (request) => {
    const list = route(request) as { readonly data: readonly Body[] };
    return { ...list, data: change(list.data, request) };
  });

/** The name of a serializer that writes one resource. */
export type Resource = Exclude<keyof Serializers, "list" | "bareList">;
type Rows = { readonly [K in Resource]: Parameters<Serializers[K]>[0] };
type ResourceSerializers = { readonly [K in Resource]: (row: Rows[K]) => Body };

/** Changes the body of a resource. `change` gets the body, and the row of the database that the body was made of. */
export function changeResource<K extends Resource>(resource: K, change: (body: Body, row: Rows[K]) => Body): Change {
  return replace("serializers", (serializers: ResourceSerializers) => {
    const serialize = serializers[resource];
    return { [resource]: (row: Rows[K]) => change(serialize(row), row) };
  });
}

/** Sets fields of the body of a resource to the values that `fieldsOf` returns. */
export const setFields = <K extends Resource>(resource: K, fieldsOf: (body: Body, row: Rows[K]) => Body): Change =>
  changeResource(resource, (body, row) => ({ ...body, ...fieldsOf(body, row) }));

const isResource = (name: string): name is Resource => name !== "list" && name !== "bareList";

/** Changes the body of every resource. */
export const changeResources = (change: (body: Body, resource: Resource) => Body): Change =>
  combine(
    ...Object.keys(serializers)
      .filter(isResource)
      .map((resource) => changeResource(resource, (body) => change(body, resource))),
  );

/** A function that returns a body without the fields of these names. */
export const omitting =
  (...names: readonly string[]) =>
  (body: Body): Body =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

/** Rejects request bodies of an operation for which `issuesOf` returns issues, also if the contract allows them. */
export const addIssues = (operation: OperationId, issuesOf: (body: unknown) => readonly Issue[]): Change =>
  replace("validation", ({ extraIssues }) => ({
    extraIssues: (of, body) => [...extraIssues(of, body), ...(of === operation ? issuesOf(body) : [])],
  }));

/** Accepts request bodies of an operation in spite of the issues that `isIgnored` chooses; of any issue by default. */
export const ignoreIssues = (operation: OperationId, isIgnored: (issue: Issue) => boolean = () => true): Change =>
  replace("validation", ({ ignores }) => ({
    ignores: (of, issue) => (of === operation && isIgnored(issue)) || ignores(of, issue),
  }));

/** Changes the credentials that the target file lists. */
export const listCredentials = (change: (credentials: Target["credentials"]) => Target["credentials"]): Change =>
  replace("targetFile", ({ contents }) => ({
    contents: (target) => {
      const { credentials, ...rest } = contents(target);
      return { ...rest, credentials: change(credentials) };
    },
  }));

/** The bytes that are written in place of a body; with another status or media type if they are set. */
type ReplacedBody = { readonly status?: number; readonly type?: string; readonly bytes: string | Uint8Array };

/** Writes the bytes that `write` returns in place of a body; the body itself if `write` returns undefined. */
export const replaceBody = (
  write: (
    body: unknown,
    of: { readonly status: number; readonly operation: OperationId | undefined },
  ) => ReplacedBody | undefined,
): Change =>
  replace("responseWriter", ({ send }) => ({
    send: (response, status, body, operation) => {
      const replaced = body === undefined ? undefined : write(body, { status, operation });
      if (replaced === undefined) return send(response, status, body, operation);
      response.status(replaced.status ?? status);
      if (replaced.type !== undefined) response.setHeader("Content-Type", replaced.type);
      response.end(replaced.bytes);
    },
  }));

/** Replaces a part of the JSON text of every body that contains it. */
export const replaceJson = (part: string, replacement: string): Change =>
  replaceBody((body) => {
    const text = JSON.stringify(body);
    return text.includes(part) ? { type: jsonType, bytes: text.replace(part, replacement) } : undefined;
  });

/** The value of Content-Type with which the reference sends its bodies. */
export const jsonType = "application/json; charset=utf-8";

const writes: readonly OperationId[] = ["submitFeedback", "updateMe", "createOrganization", "inviteMember"];

export const isWrite = (operation: OperationId | undefined): boolean =>
  operation !== undefined && writes.includes(operation);

/** Changes the values that an update of the profile stores. */
export const changeUpdate = (change: (update: ProfileUpdate, user: UserRow) => ProfileUpdate): Change =>
  replace("profile", ({ keep }) => ({
    keep: (user, update, updatedAt) => keep(user, change(update, user), updatedAt),
  }));

/** Serves requests without valid credentials as those of the caller that `callerOf` returns. Undefined changes nothing. */
export const serveUnauthenticated = (
  callerOf: (...request: Parameters<Parts["credentials"]["unauthenticated"]>) => Caller | undefined,
): Change =>
  replace("credentials", ({ unauthenticated }) => ({
    unauthenticated: (...request) => callerOf(...request) ?? unauthenticated(...request),
  }));

/**
 * Sends an ETag with every 200 to a read. A read with that tag in If-None-Match is answered 304 if `answers304` is true of
 * the status that it would otherwise have. `prepare304` may change the headers of the 304.
 */
export const taggingReads = (
  answers304: (status: number) => boolean,
  prepare304: (response: Response) => void = () => {},
): Change =>
  replace("responseWriter", ({ send }) => {
    const tags = new Map<string, string>();
    return {
      send: (response, status, body, operation) => {
        const { method, originalUrl, headers } = response.req;
        if (method === "GET" && status === 200) {
          const tag = `"${createHash("sha256").update(JSON.stringify(body)).digest("hex").slice(0, 16)}"`;
          tags.set(originalUrl, tag);
          response.setHeader("ETag", tag);
        }
        const condition = headers["if-none-match"];
        const isCurrent = method === "GET" && condition !== undefined && condition === tags.get(originalUrl);
        if (isCurrent && answers304(status)) {
          prepare304(response);
          response.status(304).end();
        } else send(response, status, body, operation);
      },
    };
  });

/** Accepts other spellings of the paths, too: percent-encoded, in capitals, with more slashes, and with `.json`. */
export const acceptSpellings: Change = replace("router", { normalize: usualSpelling });

/** The path of a request target without its query, in the spelling of the document. */
export function usualSpelling(target: string): string {
  const [path = ""] = target.split("?");
  const segments = path.split("/").filter((segment) => segment !== "");
  return `/${segments.map((segment) => (isCapitalized(segment) ? segment.toLowerCase() : decodedStart(segment))).join("/")}`;
}

const isCapitalized = (segment: string) => /^[A-Z]+$/.test(segment);

const decodedStart = (segment: string) =>
  segment
    .replace(/^%([0-9a-f]{2})(?=[a-z]+$)/, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\.json$/, "");

/** The caller whose API key was stored first. */
export function firstCaller(store: Database): Caller | undefined {
  const row = store.first("SELECT hash FROM apiKeys ORDER BY createdAt, rowid");
  return row === undefined ? undefined : findCredential(store, text(row, "hash"))?.caller;
}

/** A function that is true of every key of an organization except the first that it was called with. One for each server. */
export function laterKeys(): (caller: Caller) => boolean {
  const firstKeys = new Map<string, string>();
  return ({ kind, orgId, credentialId }) => {
    if (kind !== "api-key") return false;
    if (!firstKeys.has(orgId)) firstKeys.set(orgId, credentialId);
    return firstKeys.get(orgId) !== credentialId;
  };
}

/** The operations that list what belongs to a product. */
export const productLists: readonly OperationId[] = [
  "listFeatures",
  "listProblems",
  "listReleases",
  "listContexts",
  "listActors",
];

/** The request is for the first of the caller's products, or for what belongs to it. */
export const isFirstProduct = ({ store, caller, params }: RouteRequest): boolean =>
  allProducts(store, [caller.orgId])[0]?.id === params.productId;

/** The request, but with the rows of every organization: tenancy is not enforced. */
export const withoutTenancy = (request: RouteRequest): RouteRequest => ({
  ...request,
  parts: { ...request.parts, tenancy: { ...request.parts.tenancy, scope: () => "everything" } },
});
