import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unissuedId } from "./unissued-id.ts";

const digits = (minLength: number, maxLength: number) =>
  fc.stringMatching(new RegExp(`^[1-9][0-9]{${minLength - 1},${maxLength - 1}}$`));

describe("an unknown identifier", () => {
  it("is never the one that it is like", () => {
    const ids = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.uuid(),
      fc.ulid(),
      digits(1, 20),
      fc.stringMatching(/^0*\d?$/),
    );
    fc.assert(fc.property(ids, fc.integer(), (id, seed) => unissuedId(id, seed) !== id));
  });

  it("of a number is a number of no fewer digits, in the same range of integers", () => {
    fc.assert(
      fc.property(digits(1, 18), (id) => {
        const other = unissuedId(id);
        expect(other).toMatch(/^[1-9]\d*$/);
        expect(other.length).toBeGreaterThanOrEqual(id.length);
        const isIn = (number: string) => [31n, 53n, 63n].filter((bits) => BigInt(number) < 2n ** bits);
        expect(isIn(other)).toEqual(expect.arrayContaining(isIn(id)));
      }),
    );
    for (const id of ["987654321", "2147483647", "1270940438", "9007199254740991", "9223372036854775807"])
      expect(unissuedId(id)).toMatch(/^[1-9]\d+$/);
  });

  it("keeps the word before it, and its width", () => {
    expect(unissuedId("prod_7")).toMatch(/^prod_\d{9}$/);
    expect(unissuedId("ORD-000123")).toMatch(/^ORD-\d{6}$/);
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(unissuedId(id)).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
      }),
    );
  });

  it("without letters or digits of ASCII gets some behind it", () => {
    expect(unissuedId("製品", 35)).toBe("製品fpkz");
    expect(unissuedId("", 35)).not.toBe("");
  });
});
