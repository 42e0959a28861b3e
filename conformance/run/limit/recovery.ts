/** Waits until an organization that was answered 429 must be served (§8). Reads meanwhile, to see too short windows. */
import { clockToleranceMs, memoryMs } from "../../laws/limiter/history.ts";
import { parallelOverrunsOf, untilNextChunkMs } from "../../laws/limiter/parallel-overrun.ts";
import { minLastingMs } from "../../laws/limiter/rejected-by-limit.ts";
import { requestsOf } from "../../laws/limiter/timeline.ts";
import { recoveryMs } from "../../model/rate-limit.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { announcedWindow, longestAnnounced } from "../declaration/declared-window.ts";
import { historyOfRun, type LimitRun, marginMs, read, wait, waitInParts } from "./limit-run.ts";

/**
 * Waits for a window and the time of two requests. That is enough for every legal limiter but a sliding counter that
 * counts rejected requests, which needs two windows. A run that has not yet seen the value for a full limit waits two
 * windows, too.
 */
export async function awaitRecovery(run: LimitRun): Promise<void> {
  await awaitFullLimit(run);
  await readAtSecondReset(run);
}

async function awaitFullLimit(run: LimitRun): Promise<void> {
  const { client, rateLimit, key } = run;
  const windowMs = rateLimit.windowSeconds * 1000;
  const forgottenMs = memoryMs({ windowMs, limit: rateLimit.limit }) + marginMs;
  await readAgainIfRemaining(run);
  if (isFullLimitUnknown(run)) {
    await readAfterAnnounced(run);
    await wait(run, forgottenMs);
    await read(client, key);
    return;
  }
  const reads = Math.min(5, Math.floor(rateLimit.limit / 10));
  const quietMs = recoveryMs(rateLimit) + marginMs;
  let last = await waitInParts(run, reads + 1, quietMs / (reads + 1));
  for (let sent = 0; sent < reads && last.status === 429; sent += 1) {
    await wait(run, (forgottenMs - quietMs) / reads);
    last = await read(client, key);
  }
  if ((remainingOf(last) ?? rateLimit.limit) >= rateLimit.limit - 2 * reads - 2) return;
  // Only a sliding counter still counts earlier requests. It forgets one while another is sent.
  await client.sleep((2 * windowMs) / rateLimit.limit);
  const next = await read(client, key);
  if (next.isSuccess && (remainingOf(next) ?? 0) >= (remainingOf(last) ?? 0)) return;
  await wait(run, forgottenMs - windowMs);
  await read(client, key);
}

/**
 * A wait for two windows does not show whether the server's window is shorter. So, if the responses announce a window of at most half the
 * declared one, this reads after each of two such windows.
 */
async function readAfterAnnounced(run: LimitRun): Promise<void> {
  const { client, rateLimit, key } = run;
  const seconds = announcedWindow(client.exchanges.filter(({ credential }) => credential === key.label));
  if (seconds <= 0 || seconds > rateLimit.windowSeconds / 2) return;
  for (let sent = 0; sent < 2; sent += 1) {
    await wait(run, 1000 * seconds + marginMs);
    await read(client, key);
  }
}

/**
 * An announced window must be shorter than this share of the declared one. Only then are two resets certainly less than a declared window apart:
 * each may have come up to a sixth of a window before the read that shows it.
 */
const maxProvable = 0.8;

/**
 * A shorter window shows when it is reset a second time, which may be after the wait if it begins with the first request. If the responses
 * announce a shorter one, this reads once more when that is due.
 */
async function readAtSecondReset(run: LimitRun): Promise<void> {
  const { client, rateLimit, key } = run;
  const ofKey = client.exchanges.filter(({ credential }) => credential === key.label);
  const rejectedAt = ofKey.findLastIndex(({ status }) => status === 429);
  const served = ofKey[rejectedAt + 1];
  const seconds = longestAnnounced(ofKey);
  if (rejectedAt === -1 || served === undefined || seconds <= 0 || seconds >= maxProvable * rateLimit.windowSeconds)
    return;
  const untilResetMs = served.receivedAt + 1000 * seconds + marginMs - client.clock.now();
  if (untilResetMs <= 0) return;
  await wait(run, untilResetMs);
  await read(client, key);
}

/** In a longer window, nothing expires before the limit is crossed, and waiting would take too long. */
const maxShortWindowSeconds = 10;

/**
 * In a short window, requests of the cases may expire while the limit is crossed, so that any number may be given back.
 * This waits until the server has forgotten them.
 */
export async function awaitForgotten(run: LimitRun): Promise<void> {
  const { client, rateLimit } = run;
  const windowMs = rateLimit.windowSeconds * 1000;
  const rememberedMs = windowMs + clockToleranceMs({ windowMs, limit: rateLimit.limit }) + marginMs;
  const now = client.clock.now();
  const oldest = client.exchanges.find(({ receivedAt }) => receivedAt > now - rememberedMs);
  if (rateLimit.windowSeconds > maxShortWindowSeconds || oldest === undefined) return;
  if (now - oldest.sentAt > windowMs / 2) await wait(run, rememberedMs);
}

/** A 429 with remaining requests may come from another limit, such as one per second. Reads once more: does it last? */
export async function readAgainIfRemaining(run: LimitRun): Promise<void> {
  const { client, rateLimit, key } = run;
  const rejected = client.exchanges.findLast(({ credential, status }) => credential === key.label && status === 429);
  if (rejected === undefined || (remainingOf(rejected) ?? 1) <= 0) return;
  await wait(run, 1.1 * minLastingMs(rateLimit));
  await read(client, key);
}

/** After a parallel burst with too many served requests: reads when the next chunk is due. A 429 excludes a chunk. */
export async function readAgainIfOverrun(run: LimitRun): Promise<void> {
  const { client, key } = run;
  const history = historyOfRun(run);
  if (history === undefined) return;
  const waits = parallelOverrunsOf(history).map((burst) => untilNextChunkMs(history, burst));
  if (waits.length === 0) return;
  await wait(run, Math.min(...waits) + marginMs);
  await read(client, key);
}

/**
 * The run has not seen the full limit reported, nor the value after the first request and later 0. Then a limit that is
 * one too low looks like one that others have begun to use, or like one that is reported before the request is counted.
 */
function isFullLimitUnknown({ client, rateLimit, key }: LimitRun): boolean {
  const { limit } = rateLimit;
  const answered = client.exchanges.filter(
    (exchange) =>
      exchange.kind === "api-key" &&
      exchange.organization === key.organization &&
      (exchange.isSuccess || exchange.status === 429),
  );
  const served = answered.filter(({ isSuccess }) => isSuccess);
  const reported = served.map((exchange) => remainingOf(exchange) ?? limit);
  if (Math.max(...reported) >= limit) return false;
  const beforeFirst = client.exchanges.slice(0, answered[0]?.index ?? 0);
  const ofNoOrganization = beforeFirst.filter(({ organization }) => organization === undefined).length;
  const isFull = served.some((exchange, at) => {
    const others = at === 0 ? ofNoOrganization : 0;
    return (reported[at] ?? 0) + requestsOf(exchange) + others >= limit;
  });
  return !isFull || Math.min(...reported) > 0;
}
