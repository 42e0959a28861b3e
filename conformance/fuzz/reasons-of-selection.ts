/** Why a law found nothing to judge in a run of `fpk fuzz`, which may leave out operations, and does not choose its requests. */
import type { OperationId } from "../../spec/contract.ts";
import type { AnyLaw } from "../model/check.ts";
import { type Judged, unjudged } from "../model/verdict.ts";
import type { AnyCheck } from "../run/checks/registry.ts";
import { operationsNamed } from "../run/checks/selection.ts";
import { leftOutByReadOnly } from "../run/discovery/roles.ts";
import { type Generation, isIncluded } from "./options.ts";

/** Replaces the reason of a skip if the options leave out what the check needs: the target may well have it. */
export const reasonsOfSelection =
  (generation: Generation, checks: readonly AnyCheck[]) =>
  (judged: Judged): Judged => {
    const { verdict, check, failed = 0 } = judged;
    if (verdict.verdict !== "skip" || failed > 0) return judged;
    const { dependsOn }: Partial<AnyLaw> = check;
    const reason = reasonFor(dependsOn ?? operationsNamed(check.id, checks), generation, check.clause);
    if (reason !== undefined) return { ...judged, verdict: unjudged("skip", reason) };
    return { ...judged, verdict: { ...verdict, reason: withoutAdvice(check.id, verdict.reason) } };
  };

/** The target may have what a law asks for, and the generated requests did not happen to show it. */
const withoutAdvice = (id: string, reason: string) =>
  reason.replace(
    /(?<!^needs a session.*): (?:add|create|give) .*$/,
    `: the requests of this run do not show it; fpk check --only ${id} sends those that may, or says what is missing`,
  );

function reasonFor(needed: readonly OperationId[], generation: Generation, clause: string): string | undefined {
  const missing = needed.filter((id) => !isIncluded(generation, id));
  if (missing.some((id) => generation.excluded.includes(id))) return leftOutByReadOnly;
  if (missing.length > 0) return `needs ${missing.join(" and ")}, which --only leaves out: run without it`;
  // The laws of the headers of the rate limit judge every operation, and say why they cannot.
  if (needed.length > 0 || generation.only.length === 0 || clause.startsWith("limit.")) return undefined;
  return "no exchange of the operations that --only selects shows it: run without it";
}
