import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSyntaxFault } from "./json-syntax.ts";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("findSyntaxFault", () => {
  it.each([
    ["", 1, 1, "a value is expected here"],
    ['{"a": 1', 1, 8, "`,` or `}` is expected here"],
    ['{\r\n"a": 1\r\n"b": 2}', 3, 1, "`,` is expected here"],
    ['{"a": [1, 2,]}', 1, 12, "remove the `,` before `]`"],
    ["{'a': 1}", 1, 2, "JSON needs double quotes here"],
    ["{\n  // why\n}", 2, 3, "JSON has no comments; remove this one"],
    ["{a: 1}", 1, 2, "a value or a name in double quotes is expected here"],
    ['{"a" 1}', 1, 6, "`:` is expected here"],
    ['{"a": "b\n"}', 1, 7, "this string does not end on its line"],
    ['{"a": "\\x"}', 1, 7, "this string holds an unknown `\\` escape"],
    ['{"a": 01}', 1, 8, "`,` is expected here"],
    ["{} {}", 1, 4, "nothing may follow the end of the object"],
  ])("%j", (text, line, column, advice) => {
    expect(findSyntaxFault(text)).toEqual({ line, column, advice });
  });

  it("finds a fault in exactly those texts that JSON.parse rejects", () => {
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", '"', "]", "}", ":", "\\", "0", "-", "e", "\n", " "))
      .map(([json, place, insert]) => {
        const at = place % (json.length + 1);
        return json.slice(0, at) + insert + json.slice(insert === "" ? at + 1 : at);
      });
    fc.assert(
      fc.property(damaged, (text) => {
        expect(findSyntaxFault(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 1000 },
    );
  });
});
