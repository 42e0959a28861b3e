/** The mutants as every report format lists them: by section and clause, in the document's order. */

import { loadClauses } from "../../../spec/ledger.ts";
import type { Matrix, MutantRow } from "../matrix-report.ts";

export interface ClauseBlock {
  readonly clause: string;
  readonly section: string;
  readonly level: "stated" | "implied";
  readonly mutants: readonly MutantRow[];
}

export function clauseBlocks({ mutants }: Matrix): readonly ClauseBlock[] {
  return loadClauses().flatMap(({ id: clause, section, level }) => {
    const own = mutants.filter((one) => one.clause === clause);
    return own.length === 0 || level === "open" ? [] : [{ clause, section, level, mutants: own }];
  });
}

/** `✓` killed by a check of its clause · `✗` not so · `?` not judged. */
export const signOf = ({ verdict }: MutantRow): string =>
  verdict === "killed" ? "✓" : verdict === "unjudged" ? "?" : "✗";
