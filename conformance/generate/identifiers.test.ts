import * as fc from "fast-check";
import { expect, it } from "vitest";
import { identifiers, unusualIdentifiers } from "./identifiers.ts";

const base = "https://dev.example.com/api";
/** The path as it goes over the wire. */
const pathOf = (identifier: string) =>
  new URL(`${base}/v1/products/${encodeURIComponent(identifier)}/features`).pathname;

it("every identifier is one segment of a path, whatever characters it has", () => {
  const all = fc.oneof(
    identifiers("fpk-1"),
    fc.integer().chain((seed) => fc.constantFrom(...unusualIdentifiers("fpk-1", seed))),
  );
  fc.assert(
    fc.property(all, (identifier) => {
      const segments = pathOf(identifier).split("/");
      expect(segments).toHaveLength(6);
      expect(decodeURIComponent(segments[4] ?? "")).toBe(identifier);
    }),
  );
});

it("the seed chooses among them", () => {
  expect(unusualIdentifiers("fpk-1", 7)).toEqual(unusualIdentifiers("fpk-1", 7));
  const met = new Set(Array.from({ length: 40 }, (_, seed) => unusualIdentifiers("fpk-1", seed).at(-1)));
  expect(met.size).toBeGreaterThan(4);
  // Beyond 64 bits.
  expect(met).toContain("9223372036854775808");
});
