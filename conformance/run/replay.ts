/** The command that shows a failure again. */
import type { Check } from "../model/check.ts";
import { type AnyCheck, isLimiterLaw } from "./registry.ts";

interface Replayed {
  /** How the command line says this target, with the options that change what is sent; begins with a space unless empty. */
  readonly replayArguments?: string;
  readonly seed: number;
  /** The laws of the run. */
  readonly laws: readonly AnyCheck[];
  /** Which case sent an exchange, by the exchange's index; what none sent is not in it. */
  readonly senders: ReadonlyMap<number, string>;
}

/**
 * A case is run alone. A law judges the cases that sent what it failed on; all of a run, where no case did, or where the rate
 * limit has to be crossed.
 */
export function replayCommand(run: Replayed, check: Check, exchanges: readonly number[]): string {
  const sentBy = sendersOf(run, check, exchanges).map((id) => ` --sent-by ${id}`);
  return `fpk check${run.replayArguments ?? ""} --only ${check.id}${sentBy.join("")} --seed ${run.seed}`;
}

function sendersOf({ laws, senders }: Replayed, check: Check, exchanges: readonly number[]): readonly string[] {
  const law = laws.find((each) => each.check === check);
  if (law === undefined || isLimiterLaw(law)) return [];
  const known = exchanges.flatMap((index) => senders.get(index) ?? []);
  // A law over single exchanges needs one of them, and another all that it names.
  if (law.kind === "law") return known.slice(0, 1);
  return known.length < exchanges.length ? [] : [...new Set(known)];
}
