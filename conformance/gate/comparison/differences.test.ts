import { describe, expect, it } from "vitest";
import { formatPointer } from "../../../cli/json-pointer.ts";
import { differences } from "./differences.ts";

const found = (before: unknown, after: unknown, collections: readonly string[] = []) =>
  differences(before, after, (tokens) => collections.includes(formatPointer(tokens))).map(
    ({ tokens, before: was, after: is }) => [formatPointer(tokens), was, is],
  );

describe("the differences of two documents", () => {
  it("are the smallest values that differ", () => {
    expect(found({ a: { b: 1, c: 2 }, d: 3 }, { a: { b: 1, c: 4 }, e: 5 })).toEqual([
      ["/a/c", 2, 4],
      ["/d", 3, undefined],
      ["/e", undefined, 5],
    ]);
    expect(found({ a: 1 }, { a: 1 })).toEqual([]);
  });

  it("are found at names that every object inherits", () => {
    expect(found({ constructor: 1 }, {})).toEqual([["/constructor", 1, undefined]]);
    expect(found({}, { toString: { a: 1 } })).toEqual([["/toString", undefined, { a: 1 }]]);
  });

  it("are in names as they are written", () => {
    expect(found({ name: { type: "string" } }, { Name: { type: "string" } })).toEqual([
      ["/name", { type: "string" }, undefined],
      ["/Name", undefined, { type: "string" }],
    ]);
  });

  it("are whole lists, but single members of a list of schemas", () => {
    expect(found({ enum: [1, 2] }, { enum: [1] })).toEqual([["/enum", [1, 2], [1]]]);
    expect(found({ anyOf: [{ a: 1 }, {}] }, { anyOf: [{ a: 2 }] })).toEqual([
      ["/anyOf/0/a", 1, 2],
      ["/anyOf/1", {}, undefined],
    ]);
  });

  it("are the members of a collection that only one document has", () => {
    expect(found({}, { p: { a: 1, b: 2 } }, ["/p"])).toEqual([
      ["/p/a", undefined, 1],
      ["/p/b", undefined, 2],
    ]);
    expect(found({ p: null }, {}, ["/p"])).toEqual([["/p", null, undefined]]);
  });
});
