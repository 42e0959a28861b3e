import { expect, it } from "vitest";
import { codeChanges, codeRules } from "./code-rules.ts";
import { additive, breaksImplementers } from "./effects.ts";

it.each([
  [["201"], ["201", "202"], "the success status may now be 202, too, beside 201"],
  [["201"], ["2XX"], "the success status was 201, and may now be 2XX"],
  [[], ["200"], "there is now a success status: 200"],
  [["400"], ["4XX"], "the response 4XX is now listed"],
  [["4XX"], ["404", "409"], "the error status was 4XX, and is now 404 or 409"],
  [
    ["4XX"],
    ["404", "default"],
    "the response 4XX is gone",
    "the response 404 is now listed",
    "there is now a default response: every error has a declared body",
  ],
])("the responses %j that become %j: %s", (base, head, ...expected) => {
  const texts = codeChanges(base, head).map((change) => {
    const written = codeRules.find(({ applies }) => applies(change))?.text;
    return typeof written === "function" ? written(change) : written;
  });
  expect(texts).toEqual(expected);
});

it("a range of errors covers the single one that it replaces, and the others now have a declared body", () => {
  const [change, ...others] = codeChanges(["400"], ["4XX"]);
  expect(others).toEqual([]);
  const effects = codeRules.find(({ id }) => id === "error.added")?.effects;
  expect(typeof effects === "function" && change && effects(change)).toEqual(breaksImplementers);
  const [besideDefault] = codeChanges(["400", "default"], ["4XX", "default"]);
  expect(typeof effects === "function" && besideDefault && effects(besideDefault)).toEqual(additive);
});
