/** What mutants and variants call to change the reference. Each function makes a `Change`: `replace` is the general one, the others are short forms of it. */

import { createHash } from "node:crypto";
import type { Response } from "express";
import type { OperationId } from "../../spec/contract.ts";
import type { Issue } from "../parts/http-error.ts";
import type { Parts } from "../parts/parts.ts";
import type { ProfileUpdate } from "../parts/profile.ts";
import type { Route, RouteRequest } from "../parts/route.ts";
import { type Body, type Serializers, serializers } from "../parts/serializers.ts";
import type { Target } from "../parts/target.ts";
import type { Caller } from "../store/caller.ts";
import { findCredential } from "../store/credentials.ts";
import type { Database } from "../store/database.ts";
import { text } from "../store/row.ts";
import type { UserRow } from "../store/users.ts";

/** From the parts of the reference as they are to those of the mutant or variant. */
export type Change = (parts: Parts) => Parts;

/**
 * Replaces members of a part. `replacement` gets the part as it was and all other parts. It is called once for each
 * server that is started, so that what it holds in variables is that server's.
 */
export function replace<K extends keyof Parts>(
  part: K,
  replacement: (part: Parts[K], parts: Parts) => Partial<Parts[K]>,
): Change {
  return (parts) => ({ ...parts, [part]: { ...parts[part], ...replacement(parts[part], parts) } });
}

/** Makes several changes, in their order. */
export const combine =
  (...changes: readonly Change[]): Change =>
  (parts) =>
    changes.reduce((changed, change) => change(changed), parts);

/** Replaces the route of an operation; `replacement` gets the route that it had. */
export const replaceRoute = (operation: OperationId, replacement: (route: Route) => Route): Change =>
  replace("routes", (routes) => ({ [operation]: replacement(routes[operation]) }));

/** Replaces the routes of several operations in the same way. */
export const replaceRoutes = (operations: readonly OperationId[], replacement: (route: Route) => Route): Change =>
  combine(...operations.map((operation) => replaceRoute(operation, replacement)));

/** Changes what a route returns: the body of its success. */
export const changeResult = (operation: OperationId, change: (result: unknown) => unknown): Change =>
  replaceRoute(operation, (route) => (request) => change(route(request)));

/** A serializer that writes one resource. */
export type Resource = Exclude<keyof Serializers, "list" | "bareList">;
type Rows = { readonly [K in Resource]: Parameters<Serializers[K]>[0] };
type ResourceSerializers = { readonly [K in Resource]: (row: Rows[K]) => Body };

/** Changes how a resource is written; `change` gets its body, and the row that the body was made of. */
export function changeResource<K extends Resource>(resource: K, change: (body: Body, row: Rows[K]) => Body): Change {
  return replace("serializers", (serializers: ResourceSerializers) => {
    const serialize = serializers[resource];
    return { [resource]: (row: Rows[K]) => change(serialize(row), row) };
  });
}

const isResource = (name: string): name is Resource => name !== "list" && name !== "bareList";

/** Changes how every resource is written. */
export const changeResources = (change: (body: Body, resource: Resource) => Body): Change =>
  combine(
    ...Object.keys(serializers)
      .filter(isResource)
      .map((resource) => changeResource(resource, (body) => change(body, resource))),
  );

/** Leaves fields out of a body. */
export const omitting =
  (...names: readonly string[]) =>
  (body: Body): Body =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));

/** Rejects request bodies of an operation, also those that the contract allows: `issuesOf` finds the issues. */
export const addIssues = (operation: OperationId, issuesOf: (body: unknown) => readonly Issue[]): Change =>
  replace("validation", ({ extraIssues }) => ({
    extraIssues: (of, body) => [...extraIssues(of, body), ...(of === operation ? issuesOf(body) : [])],
  }));

/** Accepts request bodies of an operation although the contract finds these issues; all of them unless given. */
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

/** What is written in place of a body: its bytes, with a status and a media type. */
type ReplacedBody = { readonly status?: number; readonly type?: string; readonly bytes: string | Uint8Array };

/** Writes other bytes than the JSON of a body; where `write` returns undefined the body is written as it was. */
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

/** The JSON media type, as the reference labels its bodies. */
export const jsonType = "application/json; charset=utf-8";

/** The operations that write. */
const writes: readonly OperationId[] = ["submitFeedback", "updateMe", "createOrganization", "inviteMember"];

export const isWrite = (operation: OperationId | undefined): boolean =>
  operation !== undefined && writes.includes(operation);

/** Changes what an update of the profile keeps. */
export const changeUpdate = (change: (update: ProfileUpdate, user: UserRow) => ProfileUpdate): Change =>
  replace("profile", ({ keep }) => ({
    keep: (user, update, updatedAt) => keep(user, change(update, user), updatedAt),
  }));

/** Serves requests without valid credentials as the caller that `callerOf` returns; if it is undefined, as before. */
export const serveUnauthenticated = (
  callerOf: (...request: Parameters<Parts["credentials"]["unauthenticated"]>) => Caller | undefined,
): Change =>
  replace("credentials", ({ unauthenticated }) => ({
    unauthenticated: (...request) => callerOf(...request) ?? unauthenticated(...request),
  }));

/**
 * Every read that is answered 200 has an ETag. A read whose If-None-Match is that tag is answered 304, where `answers304` says so of the
 * status that it would have; `prepare304` may change its headers.
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

/** Endpoints are found by other spellings of their paths too: encoded, in capitals, with more slashes, and with a format. */
export const acceptSpellings: Change = replace("router", () => ({ normalize: usualSpelling }));

/** A target as the document writes its path, with no query. */
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

/** The rows of every organization: tenancy is not enforced. */
export const withoutTenancy = (request: RouteRequest): RouteRequest => ({
  ...request,
  parts: { ...request.parts, tenancy: { ...request.parts.tenancy, scope: () => "everything" } },
});
