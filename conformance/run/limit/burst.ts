/**
 * Uses a whole limit in one burst (§8), faster than one request can be refilled. Needed if the limit was first exceeded
 * so slowly that one request too many cannot be distinguished from a refilled one.
 */
import { wouldShowOneMore } from "../../laws/limiter/countdown.ts";
import { burstsOf, overrunsOf } from "../../laws/limiter/overrun.ts";
import { type RateLimit, recoveryMs } from "../../model/rate-limit.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { historyOfRun, type LimitRun, marginMs, read, sendReads, wait } from "./limit-run.ts";
import { beyondRemaining } from "./until-429.ts";

const maxConcurrent = 36;
/** If more requests than this are missing from the full limit, the run does not wait until they are refilled. */
const maxMissing = 17;
/** A smaller burst shows no more than single requests. */
const minBurst = 3;
const maxReads = 30;

/**
 * Sends one burst; and a second one if the first was served one request too many, since the law (`overrun.ts`) needs
 * two. To be called when the organization is served again. False if no burst was sent.
 */
export async function sendBursts(run: LimitRun): Promise<boolean> {
  const history = historyOfRun(run);
  if (history?.remainingIncludesSelf !== true || wouldShowOneMore(history)) return false;
  if (!isFastEnough(run.rateLimit, maxLatencyMs(run))) return false;
  for (let time = 0; time < 2; time += 1) {
    const remaining = exactlyRemaining(run) ?? (await remainingAfterWait(run));
    if (remaining === undefined) return time > 0;
    await sendBurst(run, remaining);
    const after = historyOfRun(run);
    if (time > 0 || after === undefined || overrunsOf(after).length === 0) break;
    await wait(run, recoveryMs(run.rateLimit) + marginMs);
    await read(run.client, run.key);
  }
  return true;
}

/**
 * Waits until it is known exactly, without a fraction, how many requests remain; undefined if the reads do not show it.
 * A limiter that does not refill reports one less than before the pause. A limiter that refills is full again. A
 * sliding counter reports the same value twice when it has just given one back.
 */
async function remainingAfterWait(run: LimitRun): Promise<number | undefined> {
  const { client, rateLimit, key } = run;
  const refillMs = (rateLimit.windowSeconds * 1000) / rateLimit.limit;
  // A change shows only between two served reads with no request in between.
  if (lastReported(run) === 0) await read(client, key);
  const missing = rateLimit.limit - 1 - lastReported(run);
  for (const requests of [3, missing]) {
    if (requests > maxMissing) break;
    await wait(run, requests * refillMs);
    await read(client, key);
    const remaining = exactlyRemaining(run);
    if (remaining !== undefined) return remaining;
  }
  const reads = Math.min(lastReported(run) - minBurst, maxReads);
  for (let sent = 0; sent < reads; sent += 1) {
    await client.sleep(refillMs / 6);
    await read(client, key);
    const remaining = exactlyRemaining(run);
    if (remaining !== undefined) return remaining;
  }
  return undefined;
}

function lastReported({ client, key }: LimitRun): number {
  const last = client.exchanges.at(-1);
  return (last?.credential === key.label && last.isSuccess && remainingOf(last)) || 0;
}

/**
 * Sends at least one request more than remain. If there is time, the burst is sent in two parts: a read in between
 * reports what remains, and the second part exceeds it, which shows a server that counts in two steps. The first part
 * leaves requests for the second.
 */
async function sendBurst(run: LimitRun, remaining: number): Promise<void> {
  const { client, key, rateLimit } = run;
  const hasTime = isFastEnough(rateLimit, maxLatencyMs(run), 1);
  for (let unsent = remaining + 1; unsent > 0; ) {
    const isLast = hasTime && unsent <= maxConcurrent - beyondRemaining;
    if (isLast && (await read(client, key)).isSuccess) unsent -= 1;
    const size = isLast ? unsent + beyondRemaining : Math.min(maxConcurrent, hasTime ? unsent - minBurst - 1 : unsent);
    const answers = await sendReads(client, key, size);
    if (answers.some(({ isSuccess }) => !isSuccess)) return;
    unsent -= size;
  }
}

/** How many requests remain after the last answer; undefined if that is not known exactly. */
function exactlyRemaining(run: LimitRun): number | undefined {
  const history = historyOfRun(run);
  const last = run.client.exchanges.at(-1);
  const burst = history && burstsOf(history).findLast(({ first }) => first.index === last?.index);
  return burst && burst.max - 1;
}

function maxLatencyMs({ client, key }: LimitRun): number {
  const reads = client.exchanges.filter(({ credential, isSuccess }) => credential === key.label && isSuccess).slice(-8);
  return Math.max(...reads.map(({ sentAt, receivedAt }) => receivedAt - sentAt));
}

/** The whole limit can be used before one request is refilled, even with `moreRounds` of concurrent requests more. */
export function isFastEnough({ limit, windowSeconds }: RateLimit, latencyMs: number, moreRounds = 0): boolean {
  const rounds = 1 + Math.ceil(limit / maxConcurrent) + moreRounds;
  return rounds * latencyMs * (limit / (windowSeconds * 1000)) < 0.95;
}
