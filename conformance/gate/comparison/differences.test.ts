import { describe, expect, it } from "vitest";
import { formatPointer } from "../../../cli/json-pointer.ts";
import { circular } from "../document/circular.ts";
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

describe("the differences of schemas that contain themselves", () => {
  /** Operations that each refer to one of as many schemas, of which each refers to the next one, and one to itself. */
  const ring = (count: number, type: string) => {
    const nodes = Array.from({ length: count }, (_, at): object =>
      circular(() => ({ next: nodes[(at + 1) % count], type })),
    );
    return Object.fromEntries(nodes.map((node, at) => [`operation${at}`, node]));
  };
  const pathRules = {
    groupOf: ([operation = ""]: readonly string[]) => operation,
    kindOf: () => "",
    changesMeaning: () => false,
    isDescribedWithoutPath: () => true,
  };
  const all = (count: number, changed = {}) =>
    differences(ring(count, "a"), ring(count, "b"), () => false, { ...pathRules, ...changed });

  it("are found once for all operations that reach them", () => {
    const found = all(9);
    expect(found.length).toBe(9);
    expect(found.map(({ alsoFrom }) => alsoFrom?.flat().length)).toEqual(Array(9).fill(8));
  });

  it("are found for each operation whose messages mean something else, or where they are not described without the path", () => {
    expect(all(3, { kindOf: ([operation = ""]: readonly string[]) => operation }).length).toBe(9);
    expect(all(3, { isDescribedWithoutPath: () => false }).length).toBe(9);
    expect(all(3, { changesMeaning: () => true }).length).toBe(9);
  });

  it("are found on a path that does not change their meaning, if there is one, even if that is longer", () => {
    const tree = (type: string) => {
      const leaf = circular(() => ({ type }));
      const middle = circular(() => ({ leaf, middle: { leaf } }));
      return { operation: { readOnly: leaf, open: middle } };
    };
    const found = differences(tree("a"), tree("b"), () => false, {
      ...pathRules,
      changesMeaning: (_: unknown, tokens: readonly string[]) => tokens.includes("readOnly"),
    });
    expect(found.map(({ tokens }) => formatPointer(tokens))).toEqual(["/operation/open/leaf/type"]);
  });
});
