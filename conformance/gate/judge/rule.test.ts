import { describe, expect, it } from "vitest";
import { isRule, renderCatalogue } from "./catalogue.ts";
import { codeRules } from "./code-rules.ts";
import { additive, breaksBoth, breaksClients, breaksImplementers, type Effects } from "./effects.ts";
import { partRules } from "./part-rules.ts";
import { propertyRules } from "./property-rules.ts";
import { judgeBy } from "./rule.ts";
import { schemaRules } from "./schema-rules.ts";
import { securityRules } from "./security-rules.ts";

const marks = { isRequired: { before: false, after: false }, isOfClosed: false };

it("every rule is listed by fpk gate --rules", () => {
  const tables = [codeRules, partRules, schemaRules, securityRules];
  const ids = tables.flatMap((rules) => rules.map(({ id }) => id)).filter((id) => typeof id === "string");
  expect(ids.filter((id) => !isRule(id))).toEqual([]);
  expect(["schema.type", "schema.exclusiveMinimum", "schema.additionalProperties"].every(isRule)).toBe(true);
  expect(isRule("schema.tipe")).toBe(false);
});

it("a deprecation is listed as it is judged: what is no longer deprecated is editorial", () => {
  const rule = schemaRules.find(({ id }) => id === "deprecated");
  const effects = rule?.effects as (change: object) => Effects;
  expect([effects({ after: true }).clients, effects({ after: undefined }).clients]).toEqual(["additive", "editorial"]);
  const [, listed] = /^deprecated .*\n(.*)/m.exec(renderCatalogue()) ?? [];
  expect(listed?.trim()).toBe("additive; no longer so: editorial");
});

it.each<
  [id: string, request: Effects, closedRequest: Effects, response: Effects, closedResponse: Effects, listed: string]
>([
  [
    "property.added",
    ...([additive, breaksImplementers, additive, breaksClients] as const),
    "additive; where the schema was closed, request: breaking for implementers, response: for clients",
  ],
  [
    "property.added-required",
    ...([breaksClients, breaksClients, breaksImplementers, breaksBoth] as const),
    "request: breaking for clients; response: for implementers, for both where the schema was closed",
  ],
  [
    "property.removed",
    ...([breaksClients, breaksClients, breaksClients, breaksBoth] as const),
    "breaking for clients; response of a closed schema: for both",
  ],
  [
    "property.removed-required",
    ...([breaksBoth, breaksBoth, breaksClients, breaksBoth] as const),
    "request: breaking for both; response: for clients, for both where the schema is closed",
  ],
])("%s is listed as it is judged in requests and responses of open and of closed schemas", (id, ...expected) => {
  const listed = new RegExp(`^${id.replace(".", "\\.")} .*\\n(.*)`, "m").exec(renderCatalogue())?.[1]?.trim();
  const judged = (["request", "response"] as const).flatMap((direction) =>
    [{}, { additionalProperties: false }].map((schema) => {
      const value = { type: "string" };
      const without = { properties: {}, ...schema };
      const withIt = { properties: { a: value }, ...schema, ...(id.endsWith("required") ? { required: ["a"] } : {}) };
      const isNew = id.includes("added");
      const holder = isNew ? { before: without, after: withIt } : { before: withIt, after: without };
      const values = { before: isNew ? undefined : value, after: isNew ? value : undefined };
      const change = { keyword: "properties", member: "a", direction, message: direction, holder, ...values };
      return judgeBy(propertyRules, {
        ...change,
        isXml: false,
        isUnquoted: false,
        isPlainList: false,
        isLeftOut: false,
        isDeclaredOpen: false,
        ...marks,
      });
    }),
  );
  expect(judged.map(({ rule }) => rule)).toEqual(judged.map(() => id));
  expect([...judged.map(({ effects }) => effects), listed]).toEqual(expected);
});

describe("a table of rules", () => {
  it.each([
    ["codes", codeRules],
    ["parts", partRules],
    ["schemas", schemaRules],
    ["security", securityRules],
  ])("for %s ends with a rule that applies to any change", (_, rules) => {
    expect(rules.at(-1)?.applies({} as never)).toBe(true);
  });
});
