import { expect, it } from "vitest";
import { nearestNames } from "./nearest-name.ts";

it.each([
  ["limit-by-kye", ["limit-by-key"]],
  ["LIMIT-BY-KEY", ["limit-by-key"]],
  ["by-key", ["limit-by-key", "expiry-by-key"]],
  ["zzz", []],
  ["y", []],
])("suggests for %s what was probably meant", (given, suggestions) => {
  expect(nearestNames(given, ["limit-by-key", "expiry-by-key", "limit-for-all"])).toEqual(suggestions);
});
