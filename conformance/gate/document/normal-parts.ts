/** The normal form of an operation's parameters, bodies, responses, headers and media types. */
import { isRecord } from "../../../spec/contract.ts";
import { isEqual } from "./equality.ts";
import { withFiles, withFormEncoding } from "./form-encoding.ts";
import { getOrMake } from "./get-or-make.ts";
import { fromEntries, type Json, list, mapEntries, record, without } from "./json.ts";
import { normalSchema } from "./normal-schema.ts";
import { inherit } from "./origins.ts";

/** Keyed by `query limit`, or `path 1` for a path's first variable. An operation's parameter overrides its path's. */
export function normalParameters(shared: unknown, declared: unknown, names: readonly string[]): Json {
  const parameters = [...list(shared), ...list(declared)].filter(isRecord).filter((parameter) => !isIgnored(parameter));
  return fromEntries(
    parameters.map((parameter) => {
      const normal = normalParameter(parameter, names);
      return [`${normal.in} ${normal.name}`, normal] as const;
    }),
  );
}

/** OpenAPI ignores parameters for these headers, which media types and security describe. */
const isIgnored = ({ in: location, name }: Json) =>
  location === "header" && ["accept", "content-type", "authorization"].includes(String(name).toLowerCase());

function normalParameter(parameter: Json, names: readonly string[]): Json {
  const { name, in: location, ...others } = parameter;
  const position = location === "path" ? names.indexOf(String(name)) : -1;
  const ownName = location === "header" ? String(name).toLowerCase() : String(name);
  const normal = withoutFalse(
    described(others, location),
    "required",
    "deprecated",
    "allowEmptyValue",
    "allowReserved",
  );
  return inherit(parameter, {
    ...(hasNoReserved(others.schema) ? without(normal, "allowReserved") : normal),
    name: position >= 0 ? String(position + 1) : ownName,
    in: location,
    ...(position < 0 ? {} : { "x-name": name }),
  });
}

/** It lists its values, and none has a character that RFC 3986 reserves. */
function hasNoReserved(schema: unknown): boolean {
  const { enum: values } = record(schema);
  return Array.isArray(values) && values.every((value) => !/[:/?#[\]@!$&'()*+,;=]/.test(String(value)));
}

/** `areUntypedFiles`: a field of a form that has no type is bytes. */
export function normalBody(body: unknown, areUntypedFiles: boolean): unknown {
  if (!isRecord(body)) return body;
  return inherit(body, { ...withoutFalse(body, "required"), content: normalContent(body.content, areUntypedFiles) });
}

/** What was normalised before: many operations refer to the same responses. */
const known = new WeakMap<object, unknown>();

export function normalResponse(response: unknown, areUntypedFiles: boolean): unknown {
  return isRecord(response) ? getOrMake(known, response, () => newNormalResponse(response, areUntypedFiles)) : response;
}

function newNormalResponse(response: Json, areUntypedFiles: boolean): Json {
  const { headers, content, ...others } = response;
  const hasBody = Object.keys(record(content)).length > 0;
  return inherit(response, {
    ...others,
    headers: inherit(headers, without(normalHeaders(headers), "content-type")),
    ...(hasBody ? { content: normalContent(content, areUntypedFiles) } : {}),
  });
}

const normalHeaders = (headers: unknown) => mapEntries(headers, normalHeader, (name) => name.toLowerCase());

function normalHeader(header: unknown): unknown {
  if (!isRecord(header)) return header;
  return inherit(header, withoutFalse(described(header, "header"), "required", "deprecated"));
}

/** A parameter or header with its serialization, its schema and its content in the normal form. */
function described(holder: Json, location: unknown): Json {
  const { schema, content, ...others } = holder;
  return {
    ...others,
    ...styleOf(holder, location),
    ...(schema === undefined ? {} : { schema: normalSchema(schema) }),
    ...(content === undefined ? {} : { content: normalContent(content) }),
  };
}

function normalContent(content: unknown, areUntypedFiles = false): Json {
  const media = (value: unknown, type: string) => {
    if (!isRecord(value)) return value;
    const schema = withoutBinary(normalSchema(value.schema ?? {}), type);
    const normal = { ...value, schema: areUntypedFiles ? withFiles(schema, type) : schema };
    return inherit(value, withFormEncoding(normal, type, normalHeaders));
  };
  const entries = Object.entries(record(content)).map(
    ([type, value]) => [normalMediaType(type), media(value, type)] as const,
  );
  return inherit(content, fromEntries(entries));
}

/** A body of bytes has no schema in 3.1; 3.0 writes it as a string with `format: binary`. */
const withoutBinary = (schema: unknown, type: string) =>
  isEqual(schema, binary) && !/json|xml|form|^text/i.test(type) ? inherit(schema, {}) : schema;

const binary = { type: "string", contentMediaType: "application/octet-stream" };

/** JSON is UTF-8, with or without a `charset` (RFC 8259). */
function normalMediaType(type: string): string {
  const name = type.toLowerCase().replaceAll(" ", "");
  return /[/+]json;/.test(name) ? name.replace(/;charset="?utf-8"?/, "") : name;
}

/** With OpenAPI's defaults: `form` in queries and cookies, otherwise `simple`; `explode` with `form` only. */
function styleOf({ style, explode }: Json, location: unknown): Json {
  const actual = style ?? (location === "query" || location === "cookie" ? "form" : "simple");
  return { style: actual, explode: explode ?? actual === "form" };
}

/** These keywords are false by default. */
export function withoutFalse(value: Json, ...keys: readonly string[]): Json {
  return Object.fromEntries(Object.entries(value).filter(([key, inner]) => !(keys.includes(key) && inner === false)));
}
