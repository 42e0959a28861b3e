/** Rewrites the contract without changing its meaning. */
import { isRecord } from "../../spec/contract.ts";
import type { Document } from "./contract.test.support.ts";

/** The keys of every object, and lists whose order has no meaning, in reverse order. */
function reordered(value: Document): Document {
  if (Array.isArray(value)) return value.map(reordered);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [
        key,
        (key === "required" || key === "enum" || key === "type") && Array.isArray(inner)
          ? [...inner].reverse()
          : reordered(inner),
      ]),
  );
}

/** Every reference replaced by what it names; no components except the security schemes. */
export function inlined(document: Document): Document {
  const at = (keys: readonly string[]) => keys.reduce<Document>((value, key) => value[key], document);
  const byAnchor = (name: string) =>
    Object.values<Document>(document.components.schemas).find(({ $anchor }) => $anchor === name);
  const put = (value: Document): Document => {
    if (Array.isArray(value)) return value.map(put);
    if (!isRecord(value)) return value;
    const { $ref, ...beside } = value;
    if (typeof $ref === "string") {
      const target = put($ref.startsWith("#/") ? at($ref.slice(2).split("/")) : byAnchor($ref.slice(1)));
      return Object.keys(beside).length === 0 ? target : { allOf: [target], ...put(beside) };
    }
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, put(inner)]));
  };
  return {
    ...put({ ...document, components: undefined }),
    components: { securitySchemes: document.components.securitySchemes },
  };
}

/** Every schema in a component of its own with a meaningless name, and the parameters of a path at its operations. */
function extracted(document: Document): Document {
  const whole = inlined(document);
  const schemas: Record<string, Document> = {};
  const take = (value: Document): Document => {
    const name = `S${Object.keys(schemas).length}`;
    schemas[name] = {};
    schemas[name] = inside(value);
    return { $ref: `#/components/schemas/${name}` };
  };
  const inside = (schema: Document): Document => ({
    ...schema,
    ...(schema.properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(Object.entries(schema.properties).map(([key, inner]) => [key, take(inner)])),
        }),
    ...(schema.items === undefined ? {} : { items: take(schema.items) }),
  });
  const put = (value: Document, key: string): Document => {
    if (Array.isArray(value)) return value.map((inner) => put(inner, ""));
    if (!isRecord(value)) return value;
    if (key === "schema") return take(value);
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, put(inner, name)]));
  };
  const paths = Object.fromEntries(
    Object.entries<Document>(put(whole.paths, "paths")).map(([path, item]) => [path, pushedDown(item)]),
  );
  return { ...whole, paths, components: { ...whole.components, schemas } };
}

function pushedDown({ parameters = [], ...item }: Document): Document {
  return Object.fromEntries(
    Object.entries<Document>(item).map(([method, operation]) => [
      method,
      { ...operation, parameters: [...(operation.parameters ?? []), ...parameters] },
    ]),
  );
}

/** Schemas written with other keywords of the same meaning. */
function withOtherKeywords(value: Document): Document {
  if (Array.isArray(value)) return value.map(withOtherKeywords);
  if (!isRecord(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withOtherKeywords(each)]));
  const { type, ...rest } = inner;
  const isNullListed = !Array.isArray(rest.enum) || rest.enum.includes(null);
  if (Array.isArray(type) && type.includes("null") && isNullListed) {
    return { anyOf: [{ ...rest, type: type.find((each) => each !== "null") }, { type: "null" }] };
  }
  if ("const" in rest && type === "string") return { type: ["string"], enum: [rest.const] };
  // In a member of its own, additionalProperties would concern every property.
  if (type === "object" && isRecord(rest.properties) && !("additionalProperties" in rest))
    return {
      allOf: [
        { type: "object", properties: rest.properties },
        { ...rest, properties: undefined },
      ],
    };
  return inner;
}

export const rewritings = { reordered, inlined, extracted, withOtherKeywords };
