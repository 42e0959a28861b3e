/** Which clauses of the ledger, and so which checks, a change affects. */
import { type Clause, findClause } from "../../../spec/ledger.ts";
import type { AffectedClause, Change } from "../judge/change.ts";
import type { Finding } from "../judge/rule.ts";
import { mentionOf } from "./clause-ids.ts";

/** An editorial change affects none. */
export function affectedClauses(findings: readonly Finding[]): Pick<Change, "clauses" | "notInLedger"> {
  const clauses = new Map<string, AffectedClause>();
  const notInLedger = new Set<string>();
  for (const finding of findings) {
    if (finding.effects.clients === "editorial" && finding.effects.implementers === "editorial") continue;
    const { ids, unknown } = mentionOf(finding);
    const known = ids.flatMap((id) => findClause(id) ?? []);
    for (const { id, section, level, ...clause } of known)
      clauses.set(id, { id, section, level, checks: clause.kind === "excluded" ? [] : clause.checks });
    if (unknown !== undefined && !known.some((clause) => names(clause, unknown))) notInLedger.add(unknown);
  }
  return { clauses: [...clauses.values()], notInLedger: [...notInLedger] };
}

/** `Feature.slug` is in the rows of `feature.fields`; a name without a dot is an operation or a header. */
const names = ({ rows }: Clause, name: string) => rows.includes(name.split(".")[1] ?? "");
