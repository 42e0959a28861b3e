/** What the suite reports against a target that conforms, although nothing may be reported. */
import { isBinding } from "../../spec/level.ts";
import type { Variant } from "../changes/variants/index.ts";
import type { Outcome } from "./subject.ts";

type Declared = Pick<Variant, "strict" | "unjudged">;

/**
 * Everything that the suite reports against these joined variants (none: the reference as it is), one line each. What a
 * single variant declares must be true: which stated clauses stay unjudged, and that it does not hold under `--strict`.
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
    ...(strict === false && !isWarned ? ["it holds under --strict, but is declared as not holding"] : []),
  ];
}
