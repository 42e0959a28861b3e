import { expect, it } from "vitest";
import { historyOf, otherOrganization, readsOf, type Sent } from "./read.test.support.ts";
import { resetsWithOthers } from "./resets-with-others.ts";

/** Reads a tenth of a second apart. `other`: one of another organization is sent between them. */
const found = (...sent: readonly (number | "other")[]) =>
  resetsWithOthers(
    historyOf(
      readsOf(sent.map((each, at): Sent => (each === "other" ? [at * 100, 99, otherOrganization] : [at * 100, each]))),
    ),
  );

it("is so where each rise comes with another organization's request, and not with other rises", () => {
  expect(found(99, 98, 90, "other", 99, 92, "other", 99, 93, "other", 99, 91, "other", 99)).toBe(true);
  expect(found(99, "other", 98, "other", 90, "other", 99, 92, "other", 99, 93, "other", 99)).toBe(false);
  expect(found(99, 92, "other", 99, 92, "other", 99, 98)).toBe(false);
  expect(found(99, 60, 98, 59, "other", 97, 58, 96, "other", 57, 95)).toBe(false);
});
