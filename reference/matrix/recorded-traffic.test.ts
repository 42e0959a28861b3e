/**
 * The reference's own runs, recorded as HAR and judged again without sending anything: no legal choice is blamed, and a fault that a law
 * finds in a run is found in its recording. A sample by FPK_SEED; with `FPK_ALL_RECORDINGS=2/8` the second eighth of all, which takes
 * some minutes.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { virtualClock } from "../../clock.ts";
import { conform, type Report } from "../../conformance/index.ts";
import { laws, sequenceLaws } from "../../conformance/laws/index.ts";
import { renderHar } from "../../conformance/reports/har.ts";
import { parseTarget } from "../../conformance/target-file/parse.ts";
import { judgeFiles } from "../../conformance/traffic/judge-files.ts";
import { lawsOfPartialSequences } from "../../conformance/traffic/judge-traffic.ts";
import { loadContract } from "../../spec/contract.ts";
import { loadMutants } from "../changes/mutants/index.ts";
import { loadVariants } from "../changes/variants/index.ts";
import { type ReferenceOptions, startReference } from "../start.ts";
import { hiddenInRecordings, shownByTrafficLaws, unseenLaws } from "./unseen-in-recordings.ts";

const folder = mkdtempSync(join(tmpdir(), "fpk-recorded-"));
afterAll(() => rmSync(folder, { recursive: true }));

const seed = Number(process.env.FPK_SEED ?? Date.now() % 2 ** 31);
const [, part, parts] = /^(\d+)\/(\d+)$/.exec(process.env.FPK_ALL_RECORDINGS ?? "") ?? [];
const some = <T>(all: readonly T[], count: number): readonly T[] =>
  part === undefined
    ? (fc.sample(fc.shuffledSubarray([...all], { minLength: count, maxLength: count }), { seed, numRuns: 1 })[0] ?? [])
    : all.filter((_, at) => at % Number(parts) === Number(part) - 1);

/** A run of the suite, and the verdict on its recording, in which the tokens are as they went over the wire. */
async function judgedAgain(reference: ReferenceOptions, strict: boolean) {
  const clock = virtualClock(Date.now());
  const running = await startReference({ ...reference, clock, validatesResponses: false });
  try {
    const run = await conform({ ...running.target, hasFreshTokens: true, clock, seed: 1, strict });
    const target = parseTarget(running.target, {}, "the reference");
    const withTokens = target.credentials
      .toSorted((a, b) => b.label.length - a.label.length)
      .reduce((text, { label, token }) => text.replaceAll(`$${label}`, () => token), renderHar(run));
    const file = join(folder, `${reference.mutant ?? "variant"}.har`);
    writeFileSync(file, withTokens);
    const contract = loadContract();
    const recording = await judgeFiles({ files: [file], target, contract, strict, replayOf: () => "" });
    return { run, recording, target };
  } finally {
    await running.close();
  }
}

const failed = ({ results }: Report) =>
  results.filter(({ verdict }) => verdict === "fail" || verdict === "warn").map(({ id }) => id);

const variants = await loadVariants();
const mutants = await loadMutants();

describe("the recording of a legal choice is not blamed", () => {
  it.each(some(variants, 6).map((variant) => [variant.id, variant] as const))("%s", async (_id, variant) => {
    const { recording } = await judgedAgain({ variants: [variant] }, variant.strict !== false);
    expect(recording.results.filter(({ verdict }) => verdict === "fail")).toEqual([]);
    expect(recording.exitCode).toBe(0);
  });
});

/** The suite knows what it meant by a request: to be rejected, or with a token that nobody issued. A recording does not say. */
const aboutIntent = ["error.never-5xx"];

const shownByRecordings = new Set([...laws, ...lawsOfPartialSequences].map(({ id }) => id));

it("recordings show what each law shows, or the table says why not", () => {
  const listed = unseenLaws.flatMap((of) => of.laws);
  const shown = [...shownByRecordings, "limit.refused-when-exceeded"];
  const all = [...laws, ...sequenceLaws].map(({ id }) => id);
  expect([...listed, ...shown].sort()).toEqual(all.sort());
});

it.each(Object.entries(shownByTrafficLaws))("%s is found by %s", async (mutant, law) => {
  expect(mutants.map(({ id }) => id)).toContain(mutant);
  const { recording } = await judgedAgain({ mutant }, false);
  expect(failed(recording)).toContain(law);
});

describe("the recording of a fault shows what single answers, and their sequence, show", () => {
  it.each(some(mutants, 12).map(({ id }) => id))("%s", async (mutant) => {
    const { run, recording, target } = await judgedAgain({ mutant }, false);
    const found = failed(recording);
    const byLaws = failed(run).filter((id) => shownByRecordings.has(id));
    const hidden = hiddenInRecordings[mutant]?.laws ?? [];
    expect(byLaws.filter((id) => !found.includes(id) && !aboutIntent.includes(id))).toEqual(hidden);
    for (const { token } of target.credentials) expect(JSON.stringify(recording)).not.toContain(token);
  });
});
