import { describe, expect, it } from "vitest";
import { formatPointer, parsePointer, valueAt } from "./json-pointer.ts";

const document = { "a/b": [{ "m~n": 8 }], "": 1, "c d": 2 };

describe("a JSON pointer", () => {
  it.each([
    ["", []],
    ["/", [""]],
    ["/a~1b/0/m~0n", ["a/b", "0", "m~n"]],
    ["/~01", ["~1"]],
    ["/c%20d", ["c%20d"]],
  ])("%j is read and written", (pointer, tokens) => {
    expect(parsePointer(pointer)).toEqual(tokens);
    expect(formatPointer(tokens)).toBe(pointer);
  });

  it("is percent-decoded in a fragment, before it is split into tokens", () => {
    expect(parsePointer("#/c%20d")).toEqual(["c d"]);
    expect(parsePointer("#/a~1b/0")).toEqual(["a/b", "0"]);
    expect(parsePointer("#/100%")).toEqual(["100%"]);
    expect(parsePointer("#")).toEqual([]);
  });

  it("leads to a value, or to nothing", () => {
    expect(valueAt(document, [])).toBe(document);
    expect(valueAt(document, ["a/b", "0", "m~n"])).toBe(8);
    expect(valueAt(document, [""])).toBe(1);
    expect(valueAt(document, ["a/b", "1"])).toBeUndefined();
    expect(valueAt(document, ["toString"])).toBeUndefined();
  });
});
