import { describe, expect, it } from "vitest";
import { codeRules } from "./code-rules.ts";
import { partRules } from "./part-rules.ts";
import { schemaRules } from "./schema-rules.ts";
import { securityRules } from "./security-rules.ts";

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
