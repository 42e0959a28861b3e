/** The fields of a body as the contract's schema lists them, and what kind each is. */
import { isRecord, type JsonSchema } from "../../spec/contract.ts";

/** A property, at any depth: `["content", "body"]`. */
export interface Field {
  readonly path: readonly string[];
  readonly schema: JsonSchema;
}

/** Every property of the schema and of the objects in it, in the contract's order, an object before what is in it. */
export function fieldsOf(schema: JsonSchema, within: readonly string[] = []): readonly Field[] {
  return propertiesOf(schema).flatMap(([name, inner]) => {
    const path = [...within, name];
    return [{ path, schema: inner }, ...fieldsOf(inner, path)];
  });
}

export function propertiesOf(schema: JsonSchema): readonly (readonly [name: string, schema: JsonSchema])[] {
  const { properties } = schema;
  if (!isRecord(properties)) return [];
  return Object.entries(properties).flatMap(([name, inner]) => (isRecord(inner) ? [[name, inner] as const] : []));
}

/** As the document writes it: `content.body`. */
export const nameOf = ({ path }: Pick<Field, "path">): string => path.join(".");

/** An object whose own fields the contract shows. */
export const isStructured = ({ schema }: Field): boolean => propertiesOf(schema).length > 0;

/** An object with anything in it: metadata, preferences. */
export const isFreeForm = (field: Field): boolean => field.schema.type === "object" && !isStructured(field);

/** Its values are counted out: feedbackType. */
export const isEnumeration = ({ schema }: Field): boolean => Array.isArray(schema.enum) || "const" in schema;

/** The values of an enumeration by its name (`feedbackType`); none where the schema has no such. */
export function enumerationOf(schema: JsonSchema, name: string): readonly string[] {
  const field = fieldsOf(schema).find((candidate) => nameOf(candidate) === name);
  const values = Array.isArray(field?.schema.enum) ? field.schema.enum : [field?.schema.const];
  return values.filter((value) => typeof value === "string");
}

/** It names something that must exist: productId. */
export const isIdentifier = ({ path }: Field): boolean => /(^id|Id)$/.test(path.at(-1) ?? "");

/** By these names the document calls what is a string, and yet not any text: ids, URLs, formats, types, slugs. */
const namesSomething = /(^id|Id|^url|Url|^email|^slug|Format|Type)$/;

/** Whatever narrows a string to less than text. */
const narrowing = ["enum", "const", "format", "pattern", "contentEncoding", "contentMediaType", "not", "allOf", "$ref"];

/** A string that holds what somebody wrote: a body, a title, notes. */
export function isFreeText({ path, schema }: Field): boolean {
  const isText = schema.type === "string" && narrowing.every((keyword) => !(keyword in schema));
  return isText && !namesSomething.test(path.at(-1) ?? "");
}
