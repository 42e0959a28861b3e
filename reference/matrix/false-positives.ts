/** What the suite reports against a target that conforms, although nothing may be reported. */
import { isBinding } from "../../spec/level.ts";
import type { Variant } from "../changes/variants/index.ts";
import type { Outcome } from "./subject.ts";

type Declared = Pick<Variant, "strict" | "unjudged">;

/**
 * The false positives on these combined variants, or on the unchanged reference if there are none; one line each. A single
 * variant must also be right about its `unjudged` clauses, and about `strict: false`.
 */
export function falsePositives(outcome: Outcome, variants: readonly Declared[]): readonly string[] {
  const isStrict = variants.every(({ strict }) => strict !== false);
  const against = outcome.verdicts.filter(({ verdict }) => verdict !== "pass" && verdict !== "skip");
  const lines = against
    .filter(({ level }) => isStrict || isBinding(level))
    .map(({ id, level, verdict, message }) => `${id} (${level}): ${verdict}: ${message}`);
  const ending = outcome.exitCode === 0 || lines.length > 0 ? [] : [`the run ended with ${outcome.exitCode}`];
  return [...lines, ...ending, ...(variants.length > 1 ? [] : undeclared(outcome, variants[0]))];
}

function undeclared(
  { verdicts, unjudged }: Outcome,
  { strict, unjudged: declared = {} }: Declared = {},
): readonly string[] {
  const isWarned = verdicts.some(({ level, verdict }) => !isBinding(level) && !["pass", "skip"].includes(verdict));
  return [
    ...unjudged.filter((clause) => !(clause in declared)).map((clause) => `${clause} could not be judged`),
    ...Object.keys(declared)
      .filter((clause) => !unjudged.includes(clause))
      .map((clause) => `${clause} is judged, but declared as unjudged`),
    ...(strict === false && !isWarned ? ["it conforms under --strict, but declares that it does not"] : []),
  ];
}
