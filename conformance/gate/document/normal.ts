/** The normal form of a contract: what it says about every operation, in one shape, however it was written. */
import { valueAt } from "../../../cli/json-pointer.ts";
import { isRecord } from "../../../spec/contract.ts";
import { dereference } from "./dereference.ts";
import { fromEntries, type Json, record } from "./json.ts";
import type { Loaded } from "./load.ts";
import { mapEntries, normalBody, normalParameters, normalResponse } from "./normal-parts.ts";
import { Origins } from "./origins.ts";
import { normalSecurity, schemeTexts } from "./security.ts";

export interface Normal {
  readonly loaded: Loaded;
  /**
   * There are no `components`. Path templates are `/v1/products/{1}`; security and parameters are at each operation;
   * parameters are keyed by `query limit`, servers by their URL.
   */
  readonly document: NormalDocument;
  readonly origins: Origins;
  readonly version: string;
}

export interface NormalDocument extends Json {
  readonly paths: Readonly<Record<string, Json>>;
}

/** The keys of a path that are operations. */
export const methods: readonly string[] = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
  "query",
];

/** What the operations take from the document around them. */
interface Surrounding {
  readonly origins: Origins;
  /** The document's `security`. */
  readonly security: unknown;
  readonly schemes: unknown;
}

export function normalise(loaded: Loaded): Normal {
  const origins = new Origins();
  const whole = record(dereference(loaded, origins));
  const { components, paths, security, tags, ...others } = whole;
  const schemes = record(components).securitySchemes;
  const surrounding = { origins, security, schemes };
  const document = origins.inherit(whole, {
    ...withServers(others, origins),
    ...(Array.isArray(tags) ? { "x-tags": origins.inherit(tags, tagsByName(tags)) } : {}),
    ...(Object.keys(record(schemes)).length > 0
      ? { "x-credentials": origins.inherit(schemes, schemeTexts(schemes)) }
      : {}),
    paths: origins.inherit(
      paths,
      fromEntries(Object.entries(record(paths)).map(([template, item]) => normalPath(template, item, surrounding))),
    ),
  });
  const version: unknown = record(whole.info).version;
  return { loaded, document: document as NormalDocument, origins, version: String(version ?? "") };
}

const tagsByName = (tags: readonly unknown[]) => Object.fromEntries(tags.map((tag) => [String(record(tag).name), tag]));

/** The order in which servers are listed has no meaning. */
function withServers(holder: Json, origins: Origins): Json {
  const { servers } = holder;
  if (!Array.isArray(servers)) return holder;
  const byUrl = fromEntries(servers.map((server: unknown) => [String(record(server).url), server] as const));
  return { ...holder, servers: origins.inherit(servers, byUrl) };
}

/** The path with its parameters numbered, and its item. */
function normalPath(template: string, value: unknown, surrounding: Surrounding): readonly [string, unknown] {
  const { parameters, ...item } = record(value);
  const names = [...template.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? "");
  const numbered = names.reduce((path, name, at) => path.replace(`{${name}}`, `{${at + 1}}`), template);
  const entries = Object.entries(item).flatMap(([key, inner]) => {
    if (!methods.includes(key)) return [[key, inner] as const];
    return isRecord(inner) ? [[key, normalOperation(inner, parameters, names, surrounding)] as const] : [];
  });
  const { origins } = surrounding;
  return [numbered, origins.inherit(value, withServers(Object.fromEntries(entries), origins))];
}

/** `shared`: the parameters of the path; `names`: its variables. */
function normalOperation(operation: Json, shared: unknown, names: readonly string[], surrounding: Surrounding): Json {
  const { origins, schemes } = surrounding;
  const { parameters, requestBody, responses, security: declared, tags, ...others } = operation;
  const security = declared ?? surrounding.security;
  return origins.inherit(operation, {
    ...withServers(others, origins),
    ...(Array.isArray(tags) ? { "x-groups": tags.map(String).sort().join(", ") } : {}),
    parameters: origins.inherit(parameters ?? shared, normalParameters(shared, parameters, names, origins)),
    ...(requestBody === undefined ? {} : { requestBody: normalBody(requestBody, origins) }),
    responses: origins.inherit(
      responses,
      mapEntries(responses, (response) => normalResponse(response, origins)),
    ),
    security: origins.inherit(security, [...normalSecurity(security ?? [], schemes)]),
  });
}

/** Every operation of the normal form, with its path and method. */
export function operationsOf(
  document: NormalDocument,
): readonly { readonly path: string; readonly method: string; readonly operation: Json }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = valueAt(item, [method]);
      return isRecord(operation) ? [{ path, method, operation }] : [];
    }),
  );
}
