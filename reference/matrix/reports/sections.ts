/** The mutants as every report format lists them: by section and clause, in the document's order. */
import { loadClauses } from "../../../spec/ledger.ts";
import type { Level } from "../../../spec/level.ts";
import type { Matrix, MutantRow, VariantRow } from "../matrix-report.ts";

export interface ClauseBlock {
  readonly clause: string;
  readonly section: string;
  readonly level: Level;
  readonly mutants: readonly MutantRow[];
}

export function clauseBlocks({ mutants }: Matrix): readonly ClauseBlock[] {
  return loadClauses().flatMap(({ id: clause, section, level }) => {
    const ofClause = mutants.filter((mutant) => mutant.clause === clause);
    return ofClause.length === 0 || level === "open" ? [] : [{ clause, section, level, mutants: ofClause }];
  });
}

/** `✓` for a mutant that a check of its clause kills, and for a variant that conforms; `✗` for others; `?` if not judged. */
export function signOf({ verdict }: Pick<MutantRow | VariantRow, "verdict">): string {
  if (verdict === "unjudged") return "?";
  return verdict === "killed" || verdict === "conforms" ? "✓" : "✗";
}

/** A note on the runs that were cut, if there are any. */
export const cutNotes = ({ mutants }: Matrix): readonly string[] =>
  mutants.some(({ isCut }) => isCut)
    ? [
        "each mutant was judged by the checks of its clause alone, until one failed; --whole shows which other checks fail",
      ]
    : [];

/** The head of a report: the sign of the exit code, the summary, and the run's versions, seed and threads. */
export function headOf(matrix: Matrix) {
  const { exitCode, summary, seconds, suite, seed, threads } = matrix;
  const run = `${suite.name} ${suite.version}, contract ${suite.contract}, seed ${seed}, ${threads} threads`;
  return {
    sign: { 0: "✓", 1: "✗", 3: "?" }[exitCode],
    summary,
    seconds: `${seconds} s`,
    run: [run, ...cutNotes(matrix)].join("; "),
  };
}
