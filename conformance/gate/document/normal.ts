/** The normal form of a contract: what it says about every operation, in one shape, however it was written. */
import { isRecord } from "../../../spec/contract.ts";
import { dereference } from "./dereference.ts";
import { fromEntries, type Json, list, mapEntries, record } from "./json.ts";
import type { Loaded } from "./load.ts";
import { normalBody, normalParameters, normalResponse, withoutFalse } from "./normal-parts.ts";
import { inherit } from "./origins.ts";
import { acceptedFlows, normalSecurity, schemeTexts, spelledWays } from "./security.ts";

export interface Normal {
  readonly loaded: Loaded;
  /**
   * There are no `components`. Path templates are `/v1/products/{1}`; webhooks and callbacks stand among the paths, as
   * `webhook done` and `callback done of POST /v1/feedback at {$request.body#/url}`; security and parameters are at each operation;
   * parameters are keyed by `query limit`, servers by their URL. `x-sent` of a webhook or callback has the names in its key; `x-flows` what can be asked of the
   * OAuth flows.
   */
  readonly document: NormalDocument;
  /** The paths as they are written, by their keys in the normal form. */
  readonly templates: ReadonlyMap<string, string>;
  /** Credentials as they are spelled, by their keys in the normal form. */
  readonly spelledWays: ReadonlyMap<string, string>;
  readonly version: string;
}

export interface NormalDocument extends Json {
  readonly paths: Readonly<Record<string, Json>>;
}

/** The keys of a path that are operations. */
export const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

export function normalise(loaded: Loaded): Normal {
  const whole = record(dereference(loaded));
  const { components, paths, webhooks, security, tags, ...others } = whole;
  const schemes = record(components).securitySchemes;
  const areUntypedFiles = !/^3\.0/.test(String(whole.openapi));
  const templates = new Map<string, string>();
  const entries = Object.entries(record(paths)).map(([template, item]) => {
    const path = numbered(template);
    templates.set(path, template);
    return [path, normalItem(item, variablesOf(template), { security, schemes, areUntypedFiles })] as const;
  });
  // The document's security is about requests to the API.
  const callbacks = Object.entries(record(paths)).flatMap(([template, item]) => callbacksOf(item, template));
  const sent = [...webhooksOf(webhooks), ...callbacks].map(({ key, written, item, names }) => {
    templates.set(key, written);
    const normal = record(normalItem(item, [], { security: undefined, schemes, areUntypedFiles }));
    return [key, inherit(normal, { ...normal, "x-sent": names })] as const;
  });
  const items = fromEntries([...entries, ...sent]);
  const accepted = acceptedWays(items);
  const document = inherit(whole, {
    ...withServers(others),
    ...(Array.isArray(tags)
      ? { "x-tags": inherit(tags, Object.fromEntries(tags.map((tag) => [String(record(tag).name), tag]))) }
      : {}),
    ...(Object.keys(record(schemes)).length > 0
      ? {
          "x-credentials": inherit(schemes, schemeTexts(schemes, accepted)),
          "x-flows": acceptedFlows(schemes, accepted),
        }
      : {}),
    paths: inherit(paths, items),
  });
  return {
    loaded,
    document: document as NormalDocument,
    templates,
    spelledWays: spelledWays(schemes),
    version: String(record(whole.info).version ?? ""),
  };
}

/** What any of the operations accepts as credentials. */
const acceptedWays = (paths: Json) =>
  new Set(
    Object.values(paths).flatMap((item) =>
      methods.flatMap((method) =>
        list(record(record(item)[method]).security).flatMap((each) => Object.keys(record(each))),
      ),
    ),
  );

const variablesOf = (template: string) => [...template.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? "");

const numbered = (template: string) =>
  variablesOf(template).reduce((path, name, at) => path.replace(`{${name}}`, `{${at + 1}}`), template);

/** Keys servers by their URL, in which variables have their defaults, because any part of a URL may become a variable. The order of servers has no meaning. */
function withServers(holder: Json): Json {
  const { servers } = holder;
  if (!Array.isArray(servers)) return holder;
  const byUrl = fromEntries(servers.map((server: unknown) => [defaultUrl(record(server)), server]));
  return { ...holder, servers: inherit(servers, byUrl) };
}

const defaultUrl = ({ url, variables }: Json) =>
  String(url).replaceAll(/\{([^}]+)\}/g, (written, name) => String(record(record(variables)[name]).default ?? written));

/** What operations inherit from the document. */
interface Defaults extends Readonly<Record<"security" | "schemes", unknown>> {
  /** Whether a field of a form that has no type holds bytes, under the document's version of OpenAPI. */
  readonly areUntypedFiles: boolean;
}

/** The requests that the API itself sends; their keys do not begin with a slash. */
export const isSentByApi = (path: string) => !path.startsWith("/");

const webhooksOf = (webhooks: unknown) =>
  Object.entries(record(webhooks)).map(([name, item]) => ({
    key: `webhook ${name}`,
    written: `webhook ${name}`,
    item,
    names: { name },
  }));

function callbacksOf(pathItem: unknown, template: string) {
  return methods.flatMap((method) =>
    Object.entries(record(record(record(pathItem)[method]).callbacks)).flatMap(([name, paths]) =>
      Object.entries(record(paths)).map(([expression, item]) => {
        const nameAt = (path: string) => `callback ${name} of ${method.toUpperCase()} ${path} at ${expression}`;
        const of = `${method} ${numbered(template)}`;
        return {
          key: nameAt(numbered(template)),
          written: nameAt(template),
          item,
          names: { of, name, url: expression },
        };
      }),
    ),
  );
}

/** `names`: the variables of the path. */
function normalItem(value: unknown, names: readonly string[], defaults: Defaults): unknown {
  const { parameters, ...item } = record(value);
  const entries = Object.entries(item).flatMap(([key, inner]) => {
    if (!methods.includes(key)) return [[key, inner] as const];
    return isRecord(inner) ? [[key, normalOperation(inner, parameters, names, defaults)] as const] : [];
  });
  return inherit(value, withServers(Object.fromEntries(entries)));
}

/** `shared`: the parameters of the path; `names`: its variables. */
function normalOperation(operation: Json, shared: unknown, names: readonly string[], defaults: Defaults): Json {
  const {
    parameters,
    requestBody,
    responses,
    security: declared,
    tags,
    callbacks: _,
    ...others
  } = withoutFalse(operation, "deprecated");
  const security = declared ?? defaults.security;
  return inherit(operation, {
    ...withServers(others),
    ...(Array.isArray(tags) ? { "x-groups": tags.map(String).sort().join(", ") } : {}),
    parameters: inherit(parameters ?? shared, normalParameters(shared, parameters, names)),
    ...(requestBody === undefined ? {} : { requestBody: normalBody(requestBody, defaults.areUntypedFiles) }),
    responses: inherit(
      responses,
      mapEntries(responses, (each) => normalResponse(each, defaults.areUntypedFiles)),
    ),
    security: inherit(security, [...normalSecurity(security ?? [], defaults.schemes)]),
  });
}

/** Every operation of the normal form, also those that the API sends, with its path and method; `name` is its `operationId`, or `GET /v1/products`. */
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
