/** The fields of a body, in the order of the contract's schema, and the kind of each. */
import { isRecord, type JsonSchema } from "../../spec/contract.ts";

/** A property, at any depth: `["content", "body"]`. */
export interface Field {
  readonly path: readonly string[];
  readonly schema: JsonSchema;
}

const known = new WeakMap<JsonSchema, readonly Field[]>();

/** Every property, at any depth, in the contract's order, an object before its properties. Cached by schema. */
export function fieldsOf(schema: JsonSchema): readonly Field[] {
  const fields = known.get(schema) ?? fieldsWithin(schema, []);
  known.set(schema, fields);
  return fields;
}

const fieldsWithin = (schema: JsonSchema, within: readonly string[]): readonly Field[] =>
  propertiesOf(schema).flatMap(([name, inner]) => {
    const path = [...within, name];
    return [{ path, schema: inner }, ...fieldsWithin(inner, path)];
  });

export function propertiesOf(schema: JsonSchema): readonly (readonly [name: string, schema: JsonSchema])[] {
  const { properties } = schema;
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([name, inner]) => (isRecord(inner) ? [[name, inner] as const] : []));
}

/** As the document writes it: `content.body`. */
export const nameOf = ({ path }: Pick<Field, "path">): string => path.join(".");

/** An object whose fields the contract shows. */
export const isStructured = ({ schema }: Field): boolean => propertiesOf(schema).length > 0;

/** An object that may hold anything: metadata, preferences. */
export const isFreeForm = (field: Field): boolean => field.schema.type === "object" && !isStructured(field);

/** A field whose values the contract lists: feedbackType. */
export const isEnumeration = ({ schema }: Field): boolean => Array.isArray(schema.enum) || "const" in schema;

/** The values of the enumeration with this name (`feedbackType`); none if the schema has no such field. */
export function enumerationOf(schema: JsonSchema, name: string): readonly string[] {
  const field = fieldsOf(schema).find((candidate) => nameOf(candidate) === name);
  const values = Array.isArray(field?.schema.enum) ? field.schema.enum : [field?.schema.const];
  return values.filter((value) => typeof value === "string");
}

/** The id of an existing item: productId. */
export const isIdentifier = ({ path }: Field): boolean => /(^id|Id)$/.test(path.at(-1) ?? "");

/** A web address: sourceUrl. */
export const isAddress = ({ path, schema }: Field): boolean =>
  schema.type === "string" && /(^url|Url)$/.test(path.at(-1) ?? "");

/** The names of strings in the document that are not free text: ids, URLs, formats, types, slugs. */
const namesSomething = /(^id|Id|^url|Url|^email|^slug|Format|Type)$/;

/** Keywords that restrict a string, so that it is not free text. */
const narrowing = ["enum", "const", "format", "pattern", "contentEncoding", "contentMediaType", "not", "allOf", "$ref"];

/** A string that a person writes: a body, a title, notes. */
export function isFreeText({ path, schema }: Field): boolean {
  const isText = schema.type === "string" && narrowing.every((keyword) => !(keyword in schema));
  return isText && !namesSomething.test(path.at(-1) ?? "");
}
