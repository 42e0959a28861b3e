import { describe, expect, it } from "vitest";
import { laws, sequenceLaws } from "../../laws/index.ts";
import { loadChecks } from "./registry.ts";

const reasons = [...laws, ...sequenceLaws].flatMap(({ id, skipReason, skipEffect }) =>
  skipReason === undefined || skipEffect === "no-action" ? [] : [[id, skipReason] as const],
);

describe("the reason why a law had nothing to judge", () => {
  it.each(reasons)("says what to do about it: %s", async (_, reason) => {
    expect(reason).toMatch(/\b(?:add|create|give|needs|see [\w.-]+\.[\w.-]+|fpk load \w+)\b/);
    const [, named = ""] = /\bsee ([\w.-]+(?: and [\w.-]+)*)/.exec(reason) ?? [];
    const ids = named.split(" and ").filter((name) => name !== "");
    const checks = (await loadChecks()).map(({ check }) => check.id);
    expect(checks).toEqual(expect.arrayContaining(ids));
  });
});
