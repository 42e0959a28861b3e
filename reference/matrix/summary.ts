/** The matrix in one line; the README shows it. */
import type { MatrixFindings } from "./matrix-report.ts";

/** A line such as `291 of 291 mutants killed · 131 of 131 checks kill · …`, without the parts that were not judged. */
export function summaryOf({ missing, medianRequestsToFailure, mutants, checks, variants }: MatrixFindings): string {
  const killed = mutants.filter(({ verdict }) => verdict === "killed").length;
  const known = checks.filter(({ isIdle }) => isIdle !== null);
  const killing = known.filter(({ isIdle }) => isIdle === false).length;
  const legal = new Set(variants.flatMap((row) => row.variants));
  const others = variants.flatMap((row) => (row.verdict === "conforms" ? [] : (row.shrunkTo ?? row.variants)));
  const conforming = [...legal].filter((id) => !others.includes(id)).length;
  const referenceFails = variants.some((row) => row.variants.length === 0 && row.verdict === "false-positive");
  const unjudged = [...mutants, ...variants].filter(({ verdict }) => verdict === "unjudged").length;
  return [
    ...(mutants.length === 0 ? [] : [`${killed} of ${mutants.length} mutants killed`]),
    ...(known.length === 0 ? [] : [`${killing} of ${known.length} checks kill`]),
    ...(missing.length === 0 ? [] : [`missing: ${missing.length}`]),
    ...(legal.size === 0 ? [] : [`${conforming} of ${legal.size} legal choices conform`]),
    ...(referenceFails ? ["the reference does not conform"] : []),
    ...(unjudged === 0 ? [] : [`${unjudged} not judged`]),
    ...(medianRequestsToFailure === null ? [] : [`median ${medianRequestsToFailure} requests to the first failure`]),
  ].join(" · ");
}
