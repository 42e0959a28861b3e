import { expect, it } from "vitest";
import { codeChanges, codeRules } from "./code-rules.ts";

it.each([
  [["201"], ["201", "202"], "the success status may now be 202, too, beside 201"],
  [["201"], ["2XX"], "the success status was 201, and may now be 2XX"],
  [[], ["200"], "there is now a success status: 200"],
])("the successes %j that become %j: %s", (base, head, text) => {
  const texts = codeChanges(base, head).map((change) => {
    const written = codeRules.find(({ applies }) => applies(change))?.text;
    return typeof written === "function" ? written(change) : written;
  });
  expect(texts).toEqual([text]);
});
