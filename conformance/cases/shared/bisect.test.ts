import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { smallestFailing } from "./bisect.ts";

const all = Array.from({ length: 25 }, (_, at) => `hazard ${at}`);

describe("the smallest failing part", () => {
  const fails =
    (causes: readonly string[], asked: string[][] = []) =>
    async (part: readonly string[]) => {
      asked.push([...part]);
      return causes.every((cause) => part.includes(cause));
    };

  it("is one item where one alone fails, found in few requests", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...all), async (cause) => {
        const asked: string[][] = [];
        expect(await smallestFailing(all, fails([cause], asked))).toEqual([cause]);
        expect(asked.length).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(all.length)));
      }),
    );
  });

  it("is a part that still fails where several fail only together", async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(all, { minLength: 2, maxLength: 3 }), async (causes) => {
        const found = await smallestFailing(all, fails(causes));
        expect(found).toEqual(expect.arrayContaining([...causes]));
      }),
    );
  });

  it("is what was given where no part fails again", async () => {
    expect(await smallestFailing(["a", "b", "c"], async () => false)).toEqual(["a", "b", "c"]);
    expect(await smallestFailing(["a"], async () => false)).toEqual(["a"]);
  });
});
