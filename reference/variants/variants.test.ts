/** Every legal variant, alone and joined with others, conforms: whoever fails here is blamed wrongly. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { virtualClock } from "../../clock.ts";
import { conform, type Report } from "../../conformance/index.ts";
import { startReference } from "../start.ts";
import { loadVariants, type Variant } from "./index.ts";

const variants = await loadVariants();

async function judged(chosen: readonly Variant[], strict: boolean): Promise<Report> {
  const clock = virtualClock(Date.now());
  const reference = await startReference({ clock, variants: chosen });
  try {
    return await conform({ ...reference.target, clock, seed: 1, strict });
  } finally {
    await reference.close();
  }
}

/** Everything that speaks against the target, in words. */
const blame = ({ results, conclusion }: Report): readonly string[] => [
  ...(conclusion === "conforms" ? [] : [conclusion]),
  ...results
    .filter(({ verdict }) => !["pass", "skip"].includes(verdict))
    .map(({ id, level, verdict, message }) => `${id} (${level}): ${verdict}: ${message}`),
];

const isImplied = (line: string) => line.includes("(implied)");

describe("a legal variant", () => {
  it.each(variants.map((variant) => [variant.id, variant] as const))("%s conforms", async (_id, variant) => {
    const isStrict = variant.strict !== false;
    const report = await judged([variant], isStrict);
    const against = blame(report);
    expect(against.filter((line) => isStrict || !isImplied(line))).toEqual([]);
    expect(report.exitCode).toBe(0);
    if (!isStrict) expect(against.filter(isImplied), "needs strict: false no more").not.toEqual([]);
    const unjudged = report.clauses.unjudged.map(({ clause }) => clause);
    expect(unjudged.sort()).toEqual(Object.keys(variant.unjudged ?? {}).sort());
  });

  it("that is not strict, or leaves a clause unjudged, says why", () => {
    for (const { id, strict, reason, unjudged = {} } of variants) {
      expect(strict === false, id).toBe(reason !== undefined);
      for (const why of [reason ?? "—", ...Object.values(unjudged)]) expect(why, id).not.toBe("");
    }
  });
});

/** Two to four variants of different groups. */
const joined = fc
  .uniqueArray(fc.constantFrom(...variants), { minLength: 2, maxLength: 4, selector: ({ group }) => group })
  .map((chosen) => [...chosen].sort((one, other) => variants.indexOf(one) - variants.indexOf(other)));

describe("legal variants of different groups", () => {
  const seed = Number(process.env.FPK_SEED ?? Date.now() % 2 ** 31);

  it(`conform together (FPK_SEED=${seed})`, { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(joined, async (chosen) => {
        const isStrict = chosen.every(({ strict }) => strict !== false);
        const report = await judged(chosen, isStrict);
        const against = blame(report).filter((line) => isStrict || !isImplied(line));
        expect(against, chosen.map(({ id }) => id).join(" + ")).toEqual([]);
      }),
      { seed, numRuns: 15 },
    );
  });
});
