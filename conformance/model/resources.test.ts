import { describe, expect, it } from "vitest";
import { isRecord, type JsonSchema, type OperationId } from "../../spec/contract.ts";
import { contract } from "./exchange.test.support.ts";
import { bareLists, identifierFields, resources, wrappedLists } from "./resources.ts";

/** How the contract says that an operation answers: the schema, and whether it is wrapped, bare or alone. */
function answerOf(
  id: OperationId,
): { readonly schema: string; readonly shape: "wrapped" | "bare" | "alone" } | undefined {
  const { responses } = contract.operation(id);
  const schema = (responses.get("2XX") ?? responses.get("200"))?.schema;
  if (schema === undefined) return undefined;
  if (schema.type === "array") return { schema: nameOf(schema.items), shape: "bare" };
  if (typeof schema.$ref === "string") return { schema: nameOf(schema), shape: "alone" };
  const data = isRecord(schema.properties) ? schema.properties.data : undefined;
  return { schema: nameOf(isRecord(data) ? data.items : undefined), shape: "wrapped" };
}

const nameOf = (schema: unknown) => (isRecord(schema) ? String(schema.$ref).replace("#/components/schemas/", "") : "");

describe("the resources of the laws agree with the contract", () => {
  it.each(contract.operations.map(({ id }) => id))("on what %s answers with", (id) => {
    const answer = answerOf(id);
    const listing = resources.filter(({ listedBy }) => listedBy.includes(id)).map(({ schema }) => schema);
    const showing = resources.filter(({ shownBy }) => shownBy.includes(id)).map(({ schema }) => schema);
    expect(listing).toEqual(answer === undefined || answer.shape === "alone" ? [] : [answer.schema]);
    expect(showing).toEqual(answer?.shape === "alone" ? [answer.schema] : []);
    expect(wrappedLists.includes(id)).toBe(answer?.shape === "wrapped");
    expect(bareLists.includes(id)).toBe(answer?.shape === "bare");
  });

  it.each(resources.map(({ schema, identifier }) => [schema, identifier] as const))(
    "on the identifier of %s, which its schema requires: %s",
    (name, identifier) => {
      const { required, properties }: JsonSchema = contract.schema(name);
      expect(required).toContain(identifier);
      expect(properties).toMatchObject({ [identifier]: { type: "string" } });
    },
  );

  it("on which fields of the answers hold identifiers", () => {
    const fields = resources.flatMap(({ schema }) => {
      const { properties } = contract.schema(schema);
      return Object.keys(isRecord(properties) ? properties : {});
    });
    const named = new Set(fields.filter((field) => field === "id" || field.endsWith("Id")));
    expect([...named].sort()).toEqual([...identifierFields].sort());
  });

  it("with a key of their own for each", () => {
    for (const of of ["key", "schema"] as const)
      expect(new Set(resources.map((resource) => resource[of])).size).toBe(resources.length);
  });
});
