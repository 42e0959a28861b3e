/** Reads until the first 429 (§8): near the limit one by one, or in bursts, which show counting in two steps. */
import type { Caller } from "../../client/caller.ts";
import type { Client, Outgoing } from "../../client/client.ts";
import { type Exchange, overlap } from "../../model/exchange.ts";
import type { RateLimit } from "../../model/rate-limit.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { type LimitRun, read, sendReads } from "./limit-run.ts";

const maxConcurrent = 8;
/** The last reads before the limit are sent one by one. */
const singleReadsAtEnd = 6;
/** Answers within 25 ms are fast enough for single reads. */
const paceMs = 25;
/** After this many reads in a row that are neither served nor answered 429, the run gives up. */
const maxFailures = 5;

/** How many reads to send concurrently, by what the last responses reported as remaining, and their latency in ms. */
type Concurrency = (rateLimit: RateLimit, remaining: number, latencyMs: number) => number;

/** Reads until a 429. The reason if there is none, else undefined. Takes concurrent reads from `newReads` first. */
export async function readUntil429(
  { client, rateLimit }: Pick<LimitRun, "client" | "rateLimit">,
  caller: Caller,
  concurrencyFor: Concurrency = concurrencyNearLimit,
  newReads: () => readonly Outgoing[] = () => [],
): Promise<string | undefined> {
  const startedAt = client.clock.now();
  let state: State = { served: 0, failures: [], latencyMs: 0, remaining: rateLimit.limit };
  let hasNewReads = true;
  for (;;) {
    const concurrency = concurrencyFor(rateLimit, state.remaining, state.latencyMs);
    const others: readonly Outgoing[] = concurrency > 1 && hasNewReads ? newReads() : [];
    if (concurrency > 1) hasNewReads = others.length > 0;
    const answers = await sendReads(client, caller, concurrency, others);
    if (answers.some(({ status }) => status === 429)) return undefined;
    state = stateAfter(answers, state, rateLimit);
    const reason = whyNo429(rateLimit, state, client.clock.now() - startedAt);
    if (reason !== undefined) return reason;
  }
}

/** What the reads so far have shown. */
interface State {
  readonly served: number;
  /** The latest reads that were neither served nor answered 429. */
  readonly failures: readonly Exchange[];
  /** The latency of the last read. */
  readonly latencyMs: number;
  /** The lowest `remaining` that the last responses reported, or else the limit less the served reads. */
  readonly remaining: number;
}

function stateAfter(answers: readonly Exchange[], before: State, { limit }: RateLimit): State {
  const served = before.served + answers.filter(({ isSuccess }) => isSuccess).length;
  // The key may not be permitted to send reads that it has not sent yet (§5.7).
  const failures = answers.filter(({ isSuccess, operation }) => !isSuccess && operation === "listProducts");
  const last = answers.at(-1);
  return {
    served,
    failures: served > before.served ? [] : [...before.failures, ...failures],
    latencyMs: last === undefined ? before.latencyMs : last.receivedAt - last.sentAt,
    remaining: Math.min(...answers.map((answer) => remainingOf(answer) ?? limit - served)),
  };
}

/**
 * While many remain and answers are slow: several concurrently. Then one by one. If a limiter may refill as fast as
 * single reads are sent, the last reads are concurrent, too.
 */
function concurrencyNearLimit({ limit, windowSeconds }: RateLimit, remaining: number, latencyMs: number): number {
  const refilled = (latencyMs * limit) / (windowSeconds * 1000);
  const concurrency = Math.max(1, Math.min(maxConcurrent, Math.ceil(latencyMs / paceMs)));
  if (remaining > concurrency + singleReadsAtEnd) return concurrency;
  return refilled > 0.7 ? Math.min(maxConcurrent, Math.ceil(remaining + refilled + 2)) : 1;
}

const burstSize = 16;
/** The size of a burst if the cases left too few requests for a larger one. */
const smallBurst = 8;
/** How much larger the last burst is than what remains. */
export const beyondRemaining = 8;

/** Alternates a single read, which shows exactly what remains, and a burst. Ends with single reads, or with a burst. */
export function inBursts(isLastBurst: boolean): Concurrency {
  let [isBurst, hasBurst] = [true, false];
  const burst = (size: number) => {
    hasBurst ||= isBurst;
    return isBurst ? size : 1;
  };
  return (rateLimit, remaining, latencyMs) => {
    isBurst = !isBurst;
    if (remaining > burstSize + beyondRemaining) return burst(burstSize);
    if (isLastBurst) return burst(remaining + beyondRemaining);
    if (!hasBurst && remaining > smallBurst + singleReadsAtEnd) return burst(smallBurst);
    return concurrencyNearLimit(rateLimit, remaining, latencyMs);
  };
}

/** Why no 429 can be expected: reads fail or are too slow, or more was served than any limiter allows. */
function whyNo429(
  { limit, windowSeconds }: RateLimit,
  { served, failures, latencyMs }: State,
  elapsedMs: number,
): string | undefined {
  if (failures.length >= maxFailures) return `reads were answered ${failures.at(-1)?.status ?? 0} before a 429`;
  const windowMs = windowSeconds * 1000;
  const no429 = `no 429 in ${served} reads over ${(elapsedMs / 1000).toFixed(1)} s: count the requests of each organization, and answer those beyond ${limit} in ${windowSeconds} s with 429 and an error body`;
  if (served > 2 * limit + (limit / windowMs) * elapsedMs + 2) return no429;
  if (elapsedMs <= 2 * windowMs || served <= limit) return undefined;
  const neededMs = Math.round((maxConcurrent * windowMs) / limit);
  if (latencyMs < neededMs) return no429;
  return `answers took ${Math.round(latencyMs)} ms; only below ${neededMs} ms are reads faster than a limiter that refills`;
}

/** Whether, of at least `smallBurst` concurrent requests of one organization, some were served and some answered 429. */
export function hasExceededInParallel({ exchanges }: Client): boolean {
  const served = exchanges.filter(({ isSuccess }) => isSuccess);
  return exchanges.some((rejected) => {
    const beside = (each: Exchange) => each.organization === rejected.organization && overlap(each, rejected);
    return rejected.status === 429 && served.some(beside) && exchanges.filter(beside).length >= smallBurst;
  });
}

/**
 * Exceeds the limit with parallel requests: a server that checks the limit and counts the request later serves too many
 * of them. Used at the end of a run in which no organization's limit was exceeded in this way before.
 */
export async function exceedInParallel(run: LimitRun): Promise<void> {
  await readUntil429(run, run.key, inBursts(true));
  await read(run.client, run.key);
}
