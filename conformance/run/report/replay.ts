/** The `fpk check` command that shows a failure again. */
import type { SuiteCase } from "../../cases/case.ts";
import { isRead } from "../../client/request-of.ts";
import type { Check } from "../../model/check.ts";
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { type AnyCheck, isLimiterLaw } from "../checks/registry.ts";

interface Replayed {
  /** The arguments for this target and for the options that change what is sent; begins with a space unless empty. */
  readonly replayArguments?: string;
  readonly seed: number;
  readonly laws: readonly AnyCheck[];
  readonly cases: readonly SuiteCase[];
  /** The id of the case that sent an exchange, by the exchange's index; exchanges that no case sent are missing. */
  readonly senders: ReadonlyMap<number, string>;
}

/**
 * A failed case is run alone, or after the cases on whose exchanges its failure rests. For a failed law, the cases run
 * that sent the exchanges on which it failed. All cases run if the rate limit must be crossed, if no case sent them, or if
 * one did that needs what the others caused.
 * `proof` are the indexes of the exchanges that prove it.
 */
export function replayCommand(
  run: Replayed,
  check: Check,
  proof: readonly number[],
  exchanges: readonly Exchange[],
): string {
  const senders = sendersOf(run, check, proof, exchanges);
  const looksBack = run.cases.some(({ id, lane }) => lane === "last" && senders.includes(id));
  const sentBy = looksBack ? [] : senders.map((id) => ` --sent-by ${id}`);
  return `fpk check${run.replayArguments ?? ""} --only ${check.id}${sentBy.join("")} --seed ${run.seed}`;
}

/**
 * The cases that send again all that a check failed on: for each of its `findings`, those that sent its exchanges, and the
 * writes before them. None where only all of a run shows one of the findings.
 */
export function sendersOfFailure(
  run: Replayed,
  check: Check,
  findings: readonly (readonly number[])[],
  exchanges: readonly Exchange[],
): readonly string[] | undefined {
  const law = run.laws.find((each) => each.check === check);
  const looksBack = (id: string) => run.cases.some((each) => each.id === id && each.lane === "last");
  const byFinding = findings.map((proof) => {
    // Each exchange shows the finding of a law over single exchanges by itself.
    const proofs = law?.kind === "law" ? proof.map((index) => [index]) : [proof];
    const senders = proofs.map((each) => sendersOf(run, check, each, exchanges));
    return law === undefined ? senders.map((each) => [...each, check.id]) : senders;
  });
  const sendable = byFinding.map((senders) => senders.filter((each) => !each.some(looksBack)).flat());
  return sendable.every((senders) => senders.length > 0) ? [...new Set(sendable.flat())] : undefined;
}

function sendersOf(
  { laws, senders }: Replayed,
  check: Check,
  proof: readonly number[],
  exchanges: readonly Exchange[],
): readonly string[] {
  const law = laws.find((each) => each.check === check);
  const known = proof.flatMap((index) => senders.get(index) ?? []);
  if (law === undefined) {
    const others = new Set(known.filter((id) => id !== check.id));
    return others.size === 0 ? [] : [...others, check.id];
  }
  if (isLimiterLaw(law)) return [];
  if (law.kind !== "law") return known.length < proof.length ? [] : [...new Set(known)];
  // A law over single exchanges fails on one of them; a law over a sequence needs all.
  const shown = exchanges.find(({ index }) => proof.includes(index) && senders.has(index));
  if (shown === undefined) return [];
  const writers = writesBefore(shown, exchanges).map(({ index }) => senders.get(index));
  return [...new Set([...writers, senders.get(shown.index)])].filter((id) => id !== undefined);
}

/** What a read shows may come from an earlier write to the same resource: the first segment of the path after `/v1`. */
function writesBefore(read: Exchange, exchanges: readonly Exchange[]): readonly Exchange[] {
  if (!isRead(read.request.method)) return [];
  return exchanges.filter(
    (write) =>
      write.index < read.index &&
      !isRead(write.request.method) &&
      isAuthenticated(write) &&
      resourceOf(write.request.url) === resourceOf(read.request.url),
  );
}

const resourceOf = (url: string) => /\/v1\/(\w+)/.exec(url)?.[1];
