/** A value that a schema of the contract allows, as a reader expects it: the schema's own example, else one that is made up. */
import { type Contract, isRecord, resolve } from "../../spec/contract.ts";

/** Always the same for a schema. `name` is the field's, which tells what a plain string is for. */
export function exampleValue(contract: Contract, schema: unknown, name = ""): unknown {
  const { type, format, properties, items, ...of } = resolve(contract.document, schema);
  if ("example" in of) return of.example;
  if (Array.isArray(of.examples) && of.examples.length > 0) return of.examples[0];
  if ("const" in of) return of.const;
  if (Array.isArray(of.enum)) return of.enum[0];
  const [first] = [type].flat();
  if (first === "object" || isRecord(properties)) {
    const fields = Object.entries(isRecord(properties) ? properties : {});
    return Object.fromEntries(fields.map(([field, inner]) => [field, exampleValue(contract, inner, field)]));
  }
  if (first === "array") return items === undefined ? [] : [exampleValue(contract, items, name)];
  if (first === "boolean") return true;
  if (first === "integer" || first === "number") return 1;
  return format === "date-time" ? "2026-01-31T09:30:00Z" : textFor(name);
}

const texts: Readonly<Record<string, string>> = {
  email: "ada@example.com",
  role: "owner",
  name: "Bicycle",
  slug: "bicycle",
  error: "The request is invalid",
  code: "type",
  message: "must be a string",
  path: "productId",
};

function textFor(name: string): string {
  if (/id$/i.test(name)) return `${name.replace(/Id$/, "")}_1`;
  return texts[name] ?? (/url$/i.test(name) ? "https://example.com/1" : `some ${name}`);
}
