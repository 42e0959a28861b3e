/** Which clauses and checks a change touches. */
import { type Clause, findClause } from "../../../spec/ledger.ts";
import type { Change, TouchedClause } from "../judge/change.ts";
import type { Finding } from "../judge/finding.ts";
import { mentionOf } from "./clause-ids.ts";

/** An editorial change touches nothing: it says nothing new of what is sent and answered. */
export function touchedBy(findings: readonly Finding[]): Pick<Change, "clauses" | "notInLedger"> {
  const clauses = new Map<string, TouchedClause>();
  const notInLedger = new Set<string>();
  for (const finding of findings) {
    if (finding.effects.clients === "editorial" && finding.effects.implementers === "editorial") continue;
    const { ids, unknown } = mentionOf(finding);
    const known = ids.flatMap((id) => findClause(id) ?? []);
    for (const clause of known) clauses.set(clause.id, touched(clause));
    if (unknown !== undefined && !known.some((clause) => speaksOf(clause, unknown))) notInLedger.add(unknown);
  }
  return { clauses: [...clauses.values()], notInLedger: [...notInLedger] };
}

/** `Feature.slug` stands in the rows of `feature.fields`; what has no dot is an operation or a header. */
const speaksOf = ({ rows }: Clause, name: string) => rows.includes(name.split(".")[1] ?? "");

function touched(clause: Clause): TouchedClause {
  return {
    id: clause.id,
    section: clause.section,
    level: clause.level,
    checks: clause.kind === "excluded" ? [] : clause.checks,
  };
}
