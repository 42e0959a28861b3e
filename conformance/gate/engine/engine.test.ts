import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { contract, normalOf } from "../contract.test.support.ts";
import { readDifferences, withCanary } from "./difference.ts";
import { ruleset } from "./redocly.ts";
import { unexplained } from "./unexplained.ts";

const canary = {
  path: "#/paths/~1x-fpk-canary/get/responses/200/content/application~1json/schema/properties/lost",
  kind: "removed",
};
const report = (impact: string) => ({ reportVersion: "1", changes: [{ ...canary, impact, verdicts: [] }] });

describe("the engine", () => {
  it("is believed only while it calls a removed property breaking", () => {
    expect(readDifferences(report("major"))).toEqual([]);
    expect(() => readDifferences(report("minor"))).toThrow(
      "does not call a removed response property breaking any more",
    );
    expect(() => readDifferences({ reportVersion: "1", changes: [] })).toThrow("any more");
    expect(() => readDifferences({ ...report("major"), reportVersion: "2" })).toThrow(
      "in a form that this gate does not know",
    );
  });

  it("is not believed that names in another case are the same", () => {
    const way = "#/paths/~1a/get/responses/200/content/application~1json/schema/properties";
    const change = (property: string, name: string) => ({
      kind: "modified",
      path: `${way}/Name${property === "key" ? "" : "/items"}`,
      property,
      impact: "major",
      base: { pointer: `${way}/name`, value: "name" },
      revision: { pointer: `${way}/${name}`, value: name },
    });
    const changes = [...report("major").changes, change("key", "Name"), change("type", "Name")];
    const found = readDifferences({ reportVersion: "1", changes });
    expect(found.map(({ kind, tokens }) => [kind, tokens.at(-1)])).toEqual([
      ["removed", "name"],
      ["added", "Name"],
    ]);
  });

  it("is given a pair that it must call so", () => {
    const { document } = normalOf(contract());
    const [base, head] = withCanary(document, document);
    expect(JSON.stringify(base)).toContain('"lost"');
    expect(JSON.stringify(head)).not.toContain('"lost"');
  });

  it("is watched: what it does not report is told all the same", () => {
    const change = contract();
    change.components.schemas.Issue.properties.code.type = "integer";
    const [base, head] = [normalOf(contract()).document, normalOf(change).document];
    const missed = unexplained(base, head, []);
    expect(missed.length).toBeGreaterThan(18);
    expect(missed[0]).toMatchObject({
      kind: "modified",
      property: "type",
      base: { value: "string" },
      head: { value: "integer" },
    });
    const [first] = missed;
    if (first === undefined) throw new Error("nothing is missed");
    expect(unexplained(base, head, [first])).toHaveLength(missed.length - 1);
  });

  it("lints as our own contract is linted", () => {
    const own = parse(readFileSync(new URL("../../../.redocly.yaml", import.meta.url), "utf8"));
    expect(own.rules).toEqual(ruleset.rules);
    expect(ruleset.extends).toEqual(expect.arrayContaining(own.extends));
  });
});
