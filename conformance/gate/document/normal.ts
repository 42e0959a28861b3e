/** The normal form of a contract: what it says about every operation, in one shape, however it was written. */
import { isRecord } from "../../../spec/contract.ts";
import { dereference } from "./dereference.ts";
import { fromEntries, type Json, mapEntries, record } from "./json.ts";
import type { Loaded } from "./load.ts";
import { normalBody, normalParameters, normalResponse } from "./normal-parts.ts";
import { inherit } from "./origins.ts";
import { normalSecurity, schemeTexts } from "./security.ts";

export interface Normal {
  readonly loaded: Loaded;
  /**
   * There are no `components`. Path templates are `/v1/products/{1}`; security and parameters are at each operation;
   * parameters are keyed by `query limit`, servers by their URL.
   */
  readonly document: NormalDocument;
  readonly version: string;
}

export interface NormalDocument extends Json {
  readonly paths: Readonly<Record<string, Json>>;
}

/** The keys of a path that are operations. */
export const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

export function normalise(loaded: Loaded): Normal {
  const whole = record(dereference(loaded));
  const { components, paths, security, tags, ...others } = whole;
  const schemes = record(components).securitySchemes;
  const entries = Object.entries(record(paths)).map(([template, item]) =>
    normalPath(template, item, { security, schemes }),
  );
  const document = inherit(whole, {
    ...withServers(others),
    ...(Array.isArray(tags)
      ? { "x-tags": inherit(tags, Object.fromEntries(tags.map((tag) => [String(record(tag).name), tag]))) }
      : {}),
    ...(Object.keys(record(schemes)).length > 0 ? { "x-credentials": inherit(schemes, schemeTexts(schemes)) } : {}),
    paths: inherit(paths, fromEntries(entries)),
  });
  return { loaded, document: document as NormalDocument, version: String(record(whole.info).version ?? "") };
}

/** The order in which servers are listed has no meaning. */
function withServers(holder: Json): Json {
  const { servers } = holder;
  if (!Array.isArray(servers)) return holder;
  const byUrl = fromEntries(servers.map((server: unknown) => [String(record(server).url), server] as const));
  return { ...holder, servers: inherit(servers, byUrl) };
}

/** What the operations take from the document around them. */
type Defaults = Readonly<Record<"security" | "schemes", unknown>>;

/** The path with its parameters numbered, and its item. */
function normalPath(template: string, value: unknown, defaults: Defaults): readonly [string, unknown] {
  const { parameters, ...item } = record(value);
  const names = [...template.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? "");
  const numbered = names.reduce((path, name, at) => path.replace(`{${name}}`, `{${at + 1}}`), template);
  const entries = Object.entries(item).flatMap(([key, inner]) => {
    if (!methods.includes(key)) return [[key, inner] as const];
    return isRecord(inner) ? [[key, normalOperation(inner, parameters, names, defaults)] as const] : [];
  });
  return [numbered, inherit(value, withServers(Object.fromEntries(entries)))];
}

/** `shared`: the parameters of the path; `names`: its variables. */
function normalOperation(operation: Json, shared: unknown, names: readonly string[], defaults: Defaults): Json {
  const { parameters, requestBody, responses, security: declared, tags, ...others } = operation;
  const security = declared ?? defaults.security;
  return inherit(operation, {
    ...withServers(others),
    ...(Array.isArray(tags) ? { "x-groups": tags.map(String).sort().join(", ") } : {}),
    parameters: inherit(parameters ?? shared, normalParameters(shared, parameters, names)),
    ...(requestBody === undefined ? {} : { requestBody: normalBody(requestBody) }),
    responses: inherit(responses, mapEntries(responses, normalResponse)),
    security: inherit(security, [...normalSecurity(security ?? [], defaults.schemes)]),
  });
}

/** Every operation of the normal form, with its path and method; `name` is its `operationId`, or `GET /v1/products`. */
export function operationsOf(document: NormalDocument) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (!isRecord(operation)) return [];
      const { operationId } = operation;
      const name = typeof operationId === "string" ? operationId : `${method.toUpperCase()} ${path}`;
      return [{ path, method, operation, name }];
    }),
  );
}
