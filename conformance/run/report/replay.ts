/** The `fpk check` command that shows a failure again. */
import type { Check } from "../../model/check.ts";
import { type AnyCheck, isLimiterLaw } from "../checks/registry.ts";

interface Replayed {
  /** The arguments for this target and for the options that change what is sent; begins with a space unless empty. */
  readonly replayArguments?: string;
  readonly seed: number;
  readonly laws: readonly AnyCheck[];
  /** The id of the case that sent an exchange, by the exchange's index; exchanges that no case sent are missing. */
  readonly senders: ReadonlyMap<number, string>;
}

/**
 * A failed case is run alone. For a failed law, the cases run that sent the exchanges on which it failed; all cases, if
 * the rate limit must be crossed or no case sent them.
 */
export function replayCommand(run: Replayed, check: Check, exchanges: readonly number[]): string {
  const sentBy = sendersOf(run, check, exchanges).map((id) => ` --sent-by ${id}`);
  return `fpk check${run.replayArguments ?? ""} --only ${check.id}${sentBy.join("")} --seed ${run.seed}`;
}

function sendersOf({ laws, senders }: Replayed, check: Check, exchanges: readonly number[]): readonly string[] {
  const law = laws.find((each) => each.check === check);
  if (law === undefined || isLimiterLaw(law)) return [];
  const known = exchanges.flatMap((index) => senders.get(index) ?? []);
  // A law over single exchanges fails on one of them; a law over a sequence needs all.
  if (law.kind === "law") return known.slice(0, 1);
  return known.length < exchanges.length ? [] : [...new Set(known)];
}
