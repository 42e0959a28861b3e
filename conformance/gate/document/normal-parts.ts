/** The normal form of an operation's parameters, bodies, responses, headers and media types. */
import { isRecord } from "../../../spec/contract.ts";
import { fromEntries, type Json, record } from "./json.ts";
import { normalSchema } from "./normal-schema.ts";
import type { Origins } from "./origins.ts";

/** Keyed by `query limit`, or `path 1` for a path's first variable. An operation's parameter overrides its path's. */
export function normalParameters(shared: unknown, declared: unknown, names: readonly string[], origins: Origins): Json {
  const parameters = [shared, declared].flatMap((list) => (Array.isArray(list) ? list.filter(isRecord) : []));
  return fromEntries(
    parameters.map((parameter) => {
      const normal = normalParameter(parameter, names, origins);
      return [`${normal.in} ${normal.name}`, normal] as const;
    }),
  );
}

function normalParameter(parameter: Json, names: readonly string[], origins: Origins): Json {
  const { name, in: location, ...others } = parameter;
  const position = location === "path" ? names.indexOf(String(name)) : -1;
  const key = position >= 0 ? String(position + 1) : location === "header" ? String(name).toLowerCase() : String(name);
  return origins.inherit(parameter, {
    ...withoutFalse(described(others, location, origins), "required", "deprecated", "allowEmptyValue", "allowReserved"),
    name: key,
    in: location,
    ...(position < 0 ? {} : { "x-name": name }),
  });
}

export function normalBody(body: unknown, origins: Origins): unknown {
  if (!isRecord(body)) return body;
  return origins.inherit(body, { ...withoutFalse(body, "required"), content: normalContent(body.content, origins) });
}

export function normalResponse(response: unknown, origins: Origins): unknown {
  if (!isRecord(response)) return response;
  const { headers, content, ...others } = response;
  const hasBody = Object.keys(record(content)).length > 0;
  const byName = mapEntries(
    headers,
    (header) => normalHeader(header, origins),
    (name) => name.toLowerCase(),
  );
  return origins.inherit(response, {
    ...others,
    headers: origins.inherit(headers, byName),
    ...(hasBody ? { content: normalContent(content, origins) } : {}),
  });
}

function normalHeader(header: unknown, origins: Origins): unknown {
  if (!isRecord(header)) return header;
  return origins.inherit(header, withoutFalse(described(header, "header", origins), "required", "deprecated"));
}

/** A parameter or header with its serialization, its schema and its content in the normal form. */
function described(holder: Json, location: unknown, origins: Origins): Json {
  const { schema, content, ...others } = withoutDefaultStyle(holder, location);
  return {
    ...others,
    ...(schema === undefined ? {} : { schema: normalSchema(schema, origins) }),
    ...(content === undefined ? {} : { content: normalContent(content, origins) }),
  };
}

function normalContent(content: unknown, origins: Origins): Json {
  const media = (value: unknown) =>
    isRecord(value) ? origins.inherit(value, { ...value, schema: normalSchema(value.schema ?? {}, origins) }) : value;
  return origins.inherit(content, mapEntries(content, media, normalMediaType));
}

/** JSON is UTF-8, with or without a `charset` (RFC 8259). */
function normalMediaType(type: string): string {
  const name = type.toLowerCase().replaceAll(" ", "");
  return /[/+]json;/.test(name) ? name.replace(/;charset="?utf-8"?/, "") : name;
}

/** OpenAPI's defaults: `form` in queries and cookies, otherwise `simple`; `explode` with `form` only. */
function withoutDefaultStyle({ style, explode, ...others }: Json, location: unknown): Json {
  const usual = location === "query" || location === "cookie" ? "form" : "simple";
  const actual = style ?? usual;
  return {
    ...others,
    ...(actual === usual ? {} : { style: actual }),
    ...(explode === undefined || explode === (actual === "form") ? {} : { explode }),
  };
}

/** These keywords are false by default. */
function withoutFalse(value: Json, ...keys: readonly string[]): Json {
  return Object.fromEntries(Object.entries(value).filter(([key, inner]) => !(keys.includes(key) && inner === false)));
}

/** An object with each value, and optionally each key, replaced. */
export function mapEntries(
  value: unknown,
  convert: (inner: unknown) => unknown,
  rename: (key: string) => string = (key) => key,
): Json {
  return fromEntries(Object.entries(record(value)).map(([key, inner]) => [rename(key), convert(inner)] as const));
}
