/** How the fields of a form are written, without what OpenAPI ignores and without its defaults (3.0.3, Encoding Object). */
import { isRecord } from "../../../spec/contract.ts";
import { recursion } from "./circular.ts";
import { type Json, mapEntries, record, without } from "./json.ts";
import { inherit } from "./origins.ts";
import { constrainedType } from "./without-effect.ts";

/**
 * The media type `type` without encodings that have no effect: `encoding` counts in forms only, and there for the properties of the
 * schema, which is in the normal form. `headersOf` brings the headers of a part into theirs.
 */
export function withFormEncoding(media: Json, type: string, headersOf: (headers: unknown) => Json): Json {
  const { encoding, ...others } = media;
  if (!isRecord(encoding)) return media;
  const isUrlEncoded = /^application\/x-www-form-urlencoded/i.test(type);
  if (!isUrlEncoded && !/^multipart\//i.test(type)) return others;
  const entries = Object.entries(encoding).flatMap(([name, field]): readonly (readonly [string, unknown])[] => {
    const property = propertyOf(record(media.schema), name);
    if (property === undefined) return [];
    const effective = withoutDefaults(record(field), property, isUrlEncoded, headersOf);
    return Object.keys(effective).length === 0 ? [] : [[name, inherit(field, effective)]];
  });
  return entries.length === 0 ? others : { ...others, encoding: inherit(encoding, Object.fromEntries(entries)) };
}

/**
 * A field of bytes, or a list of them, as 3.0 writes it, a string: 3.1 writes no type, and as its media type `application/octet-stream`, or
 * none. In 3.0 a field without a type is any value.
 */
export function withFiles(schema: unknown, type: string): unknown {
  if (!isRecord(schema) || !isRecord(schema.properties) || !/^multipart\//i.test(type)) return schema;
  const fields = mapEntries(schema.properties, (field) => {
    const { type: ofField, items = {} } = record(field);
    return ofField === "array" ? inherit(field, { ...record(field), items: asBytes(items) }) : asBytes(field);
  });
  return inherit(schema, { ...schema, properties: inherit(schema.properties, fields) });
}

/** Keywords that say what a value is, or how its bytes are written, whatever its type. */
const otherThanBytes: ReadonlySet<string> = new Set([
  ...["type", "enum", "format", "contentEncoding", "contentSchema", "$ref", recursion, "discriminator"],
  ...["not", "if", "then", "else", "allOf", "anyOf", "oneOf"],
]);

const mayBeBytes = (keyword: string) =>
  !otherThanBytes.has(keyword) && (constrainedType(keyword) ?? "string") === "string";

const asBytes = (field: unknown): unknown =>
  isRecord(field) && Object.keys(field).every(mayBeBytes)
    ? inherit(field, { contentMediaType: "application/octet-stream", ...field, type: "string" })
    : field;

/** Undefined if there is certainly none of this name; empty if it may be in an alternative. */
function propertyOf(schema: Json, name: string): Json | undefined {
  const property = record(schema.properties)[name];
  if (property !== undefined) return record(property);
  const mayHaveMore = ["allOf", "anyOf", "oneOf", "$ref", "if", "dependentSchemas"].some(
    (keyword) => keyword in schema,
  );
  return "properties" in schema && !mayHaveMore ? undefined : {};
}

function withoutDefaults(
  field: Json,
  property: Json,
  isUrlEncoded: boolean,
  headersOf: (headers: unknown) => Json,
): Json {
  const { headers, ...others } = field;
  const isDefault = ([key, value]: readonly [string, unknown]) => {
    if (key === "contentType") return String(value).toLowerCase().trim() === defaultType(property);
    if (!isUrlEncoded || property.type === undefined || property.type === "object") return false;
    const isForm = (field.style ?? "form") === "form";
    return (
      (key === "style" && value === "form") ||
      (key === "explode" && value === isForm) ||
      (key === "allowReserved" && !value)
    );
  };
  // OpenAPI ignores the headers of a field that is no part of a multipart body.
  const ofPart = isUrlEncoded ? {} : inherit(headers, without(headersOf(headers), "content-type"));
  return {
    ...Object.fromEntries(Object.entries(others).filter((entry) => !isDefault(entry))),
    ...(Object.keys(ofPart).length === 0 ? {} : { headers: ofPart }),
  };
}

/** The media type of a part without `contentType`; undefined if the schema does not tell. */
function defaultType({ type, items, contentMediaType, contentEncoding }: Json): string | undefined {
  if (type === "array") return defaultType(record(items));
  if (type === "object") return "application/json";
  if (type === "string" && contentMediaType === "application/octet-stream") return "application/octet-stream";
  const isPlain = contentMediaType === undefined && contentEncoding === undefined;
  return isPlain && ["string", "number", "integer", "boolean"].includes(String(type)) ? "text/plain" : undefined;
}
