import { expect, it } from "vitest";
import type { Result } from "../model/report.ts";
import { changesBetween } from "./changes-between.ts";

type Verdicts = Readonly<Record<string, Result["verdict"]>>;

/** The results of checks that are named by letters. */
const run = (verdicts: Verdicts) => ({
  results: Object.entries(verdicts).map(([id, verdict]) => ({ id, verdict })),
});

const runs: readonly (readonly [before: Verdicts, after: Verdicts, sentence: string])[] = [
  [{ a: "fail", b: "fail" }, { a: "pass", b: "fail" }, "1 fixed (a), 1 still fails"],
  [{ a: "pass" }, { a: "fail" }, "1 new (a)"],
  [{ a: "pass" }, { a: "warn" }, "1 new (a, a warning)"],
  [{ a: "skip" }, { a: "fail", b: "fail" }, "2 not judged before (a, b)"],
  [{ a: "fail" }, { a: "inconclusive" }, "1 found before and not judged now (a)"],
  [{ a: "warn", b: "fail" }, { a: "warn", b: "fail" }, "1 still fails, 1 warning as before"],
  [{ a: "pass" }, { a: "pass", b: "skip" }, "no change, and nothing fails"],
  [{}, { a: "inconclusive" }, "nothing was judged"],
];

it.each(runs)("%j, then %j", (before, after, sentence) => {
  expect(changesBetween(run(before), run(after))).toBe(`since the last run: ${sentence}`);
});
