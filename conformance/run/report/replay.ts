/** The `fpk check` command that repeats a failure. */
import type { Contract } from "../../../spec/contract.ts";
import type { SuiteCase } from "../../cases/case.ts";
import { isRead } from "../../client/request-of.ts";
import { createLawContext } from "../../laws/apply.ts";
import type { Check } from "../../model/check.ts";
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { type AnyCheck, isLimiterLaw, judgesCrossing } from "../checks/registry.ts";
import { causingWrite, changesMembers } from "./causing-write.ts";

interface Replayed {
  /** The arguments for this target, and the options that change what is sent. Begins with a space unless empty. */
  readonly replayArguments?: string;
  readonly seed: number;
  readonly contract: Contract;
  readonly laws: readonly AnyCheck[];
  readonly cases: readonly SuiteCase[];
  /** Key: an exchange's index. Value: the id of the case that sent it. Exchanges that no case sent are missing. */
  readonly senders: ReadonlyMap<number, string>;
}

/**
 * For a failed case, the command runs it alone, or after the cases that sent the exchanges of its proof. For a failed
 * law, it runs the cases that sent the exchanges on which the law failed; the first case, if these were sent before all
 * cases. It runs all cases if the rate limit must be crossed, if no case sent the exchanges, or if a case that did needs
 * what others caused. `proof`: the indexes of the exchanges that prove the failure.
 */
export function replayCommand(
  run: Replayed,
  check: Check,
  proof: readonly number[],
  exchanges: readonly Exchange[],
): string {
  const again = (names: string) => `fpk check${run.replayArguments ?? ""} --only ${names} --seed ${run.seed}`;
  // The checks of the limit have it crossed.
  if (restsOnCrossing(run, check, proof)) return again(`${check.id},limit`);
  const senders = sendersOf(run, check, proof, exchanges);
  const sentBy = senders.some((id) => looksBack(run, id)) ? [] : senders.map((id) => ` --sent-by ${id}`);
  return again(`${check.id}${sentBy.join("")}`);
}

/** The proof includes what was sent to cross the limit, which is not crossed for this check alone. */
function restsOnCrossing({ laws, senders }: Replayed, check: Check, proof: readonly number[]): boolean {
  const [firstSent = Number.POSITIVE_INFINITY] = senders.keys();
  const isOfCrossing = (index: number) => index > firstSent && !senders.has(index);
  const law = laws.find((each) => each.check === check);
  if (law === undefined) return proof.some(isOfCrossing);
  if (judgesCrossing(law) || proof.length === 0) return false;
  return law.kind === "law" ? proof.every(isOfCrossing) : proof.some(isOfCrossing);
}

/** The case needs what others caused, so it cannot be sent without them. */
const looksBack = ({ cases }: Replayed, id: string) => cases.some((each) => each.id === id && each.lane === "last");

/**
 * The cases that repeat everything on which a check failed: for each of its `findings`, the cases that sent its
 * exchanges and the writes before them. None if a finding needs all of a run.
 */
export function sendersOfFailure(
  run: Replayed,
  check: Check,
  findings: readonly (readonly number[])[],
  exchanges: readonly Exchange[],
): readonly string[] | undefined {
  const law = run.laws.find((each) => each.check === check);
  const byFinding = findings.map((proof) => {
    // For a law over single exchanges, each exchange is a finding.
    const proofs = law?.kind === "law" ? proof.map((index) => [index]) : [proof];
    const senders = proofs.map((each) => sendersOf(run, check, each, exchanges));
    return law === undefined ? senders.map((each) => [...each, check.id]) : senders;
  });
  const sendable = byFinding.map((senders) => senders.filter((each) => !each.some((id) => looksBack(run, id))).flat());
  return sendable.every((senders) => senders.length > 0) ? [...new Set(sendable.flat())] : undefined;
}

function sendersOf(
  { contract, laws, senders }: Replayed,
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
  // A law over single exchanges needs one of them; a law over a sequence needs all.
  const [first] = senders;
  const [firstSent = Number.POSITIVE_INFINITY, firstCase] = first ?? [];
  // Every run begins with the same requests, except those with an expired key.
  const isOfEveryRun = ({ index, kind }: Exchange) => index < firstSent && kind !== "expired";
  const shown = exchanges.find((each) => proof.includes(each.index) && (isOfEveryRun(each) || senders.has(each.index)));
  if (shown === undefined) return [];
  const reader = senders.get(shown.index) ?? firstCase;
  const write = causingWrite(law.check, shown, exchanges, createLawContext(contract, null));
  if (write !== undefined && reader !== undefined && senders.get(write.index) === reader) return [reader];
  const writers = writesBefore(shown, exchanges).map(({ index }) => senders.get(index));
  return [...new Set([...writers, reader])].filter((id) => id !== undefined);
}

/** The earlier writes to the same resource (the path's first segment after `/v1`), which may have changed it. */
function writesBefore(read: Exchange, exchanges: readonly Exchange[]): readonly Exchange[] {
  if (!isRead(read.request.method)) return [];
  return exchanges.filter(
    (write) =>
      write.index < read.index &&
      !isRead(write.request.method) &&
      isAuthenticated(write) &&
      (resourceOf(write.request.url) === resourceOf(read.request.url) || changesMembers(write, read)),
  );
}

const resourceOf = (url: string) => /\/v1\/(\w+)/.exec(url)?.[1];
