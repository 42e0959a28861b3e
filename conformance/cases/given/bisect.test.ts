import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { smallestFailing } from "./bisect.ts";

const all = Array.from({ length: 25 }, (_, at) => `hazard ${at}`);

describe("the guilty", () => {
  const fails =
    (guilty: readonly string[], asked: string[][] = []) =>
    async (part: readonly string[]) => {
      asked.push([...part]);
      return guilty.every((one) => part.includes(one));
    };

  it("is found where one alone is guilty, in few requests", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...all), async (guilty) => {
        const asked: string[][] = [];
        expect(await smallestFailing(all, fails([guilty], asked))).toEqual([guilty]);
        expect(asked.length).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(all.length)));
      }),
    );
  });

  it("is a part that still fails where several are guilty together", async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(all, { minLength: 2, maxLength: 3 }), async (guilty) => {
        const found = await smallestFailing(all, fails(guilty));
        expect(found).toEqual(expect.arrayContaining([...guilty]));
      }),
    );
  });

  it("is what was given where no part fails again", async () => {
    expect(await smallestFailing(["a", "b", "c"], async () => false)).toEqual(["a", "b", "c"]);
    expect(await smallestFailing(["a"], async () => false)).toEqual(["a"]);
  });
});
