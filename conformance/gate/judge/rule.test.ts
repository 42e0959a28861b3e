import { describe, expect, it } from "vitest";
import { isRule, renderCatalogue } from "./catalogue.ts";
import { codeRules } from "./code-rules.ts";
import type { Effects } from "./effects.ts";
import { partRules } from "./part-rules.ts";
import { schemaRules } from "./schema-rules.ts";
import { securityRules } from "./security-rules.ts";

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
