/** Ways of sending (one by one until a 429, concurrently, at a steady pace) and of waiting. Times are in milliseconds. */
import { setTimeout } from "k6/timers";
import { historiesOf } from "../../conformance/laws/limiter/histories.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { RateLimit } from "../../conformance/model/rate-limit.ts";
import { remainingOf } from "../../conformance/model/rate-limit-headers.ts";
import type { Client } from "./client.ts";
import type { Role } from "./environment.ts";
import { organizationOf } from "./exchange.ts";
import type { Timer } from "./latency.ts";
import { limitUsedBefore } from "./recorded-notes.ts";
import { reportNote } from "./report.ts";
import { cannotExceed, maxConcurrent, maxPartBefore, maxRead, recoverySeconds } from "./shapes.ts";

/** Unlike k6's `sleep`, it does not block this virtual user's other requests. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** Throws an Error if rate limiting is switched off. */
export function rateLimitOf({ environment: { rateLimit } }: Client): RateLimit {
  if (rateLimit === null) throw new Error("this scenario needs a rate limit: set LIMIT and WINDOW to the target's");
  return rateLimit;
}

export type Send = () => Promise<Exchange>;

/** Waits until every legal limiter but one serves a rejected organization again. */
export const waitForRecovery = (client: Client) => pause(recoverySeconds(rateLimitOf(client)) * 1000);

/**
 * Waits for one recovery; for two if no response has shown yet whether `X-RateLimit-Remaining` counts its own request. After two, no
 * request from before the run counts any more, and the next response shows it.
 */
export async function waitForKnownCounting(client: Client): Promise<void> {
  const isKnown = historiesOf(client.exchanges.slice(0, maxRead), rateLimitOf(client)).some(
    ({ remainingIncludesSelf }) => remainingIncludesSelf,
  );
  await waitForRecovery(client);
  if (!isKnown) await waitForRecovery(client);
}

/** Waits, for at most three windows, until hardly any requests but this run's count. */
export async function waitForFreshWindow(client: Client, role: Role): Promise<void> {
  const { limit, windowSeconds } = rateLimitOf(client);
  const { instances, sentBefore } = client.environment;
  const organization = organizationOf(role) ?? "A";
  const before = Math.min(sentBefore[organization], maxPartBefore * limit);
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const since = client.now() - windowSeconds * 1000;
    const sent = client.exchanges.filter(
      (sent) => sent.organization === organization && sent.receivedAt >= since,
    ).length;
    const exchange = await client.send(role, "listProducts");
    const remaining = remainingOf(exchange);
    if (exchange.isSuccess && (remaining === undefined || remaining >= limit - before - (2 + sent) * instances)) return;
    await waitForRecovery(client);
  }
}

/** Says why 429s at the beginning are not judged, if there were some. */
export function noteEarlierUse({ environment, exchanges }: Client): void {
  if (!exchanges.some(({ status }) => status === 429)) return;
  reportNote(environment, limitUsedBefore);
}

/** The maximum number of requests in flight, however large the limit. */
const maxInFlight = 200;

/** If a server admits this many requests more than any legal limiter, it does not enforce the limit. */
const maxBeyondLimit = 20;

/**
 * Sends until the first 429, and returns it; undefined if none came although the limit was exceeded. Sends one by one if responses are
 * fast. If a window resets meanwhile, a legal limiter admits twice the limit, and more as it is refilled.
 */
export async function sendUntilRejected(client: Client, send: Send): Promise<Exchange | undefined> {
  const { limit, windowSeconds } = rateLimitOf(client);
  const rate = limit / (windowSeconds * 1000);
  const startedAt = client.now();
  let sent = 0;
  let concurrency = 1;
  while (sent <= 2 * limit + rate * (client.now() - startedAt) + maxBeyondLimit) {
    const exchanges = await sendConcurrently(concurrency, send);
    const rejected = exchanges.find(({ status }) => status === 429);
    if (rejected !== undefined) return rejected;
    sent += concurrency;
    const latency = Math.max(...exchanges.map(({ sentAt, receivedAt }) => receivedAt - sentAt));
    const [first] = exchanges;
    const remaining = (first && remainingOf(first)) ?? limit - sent;
    // A large limit refills faster than single requests are answered.
    const preferred = Math.min(
      maxInFlight,
      Math.max(1, Math.min(maxConcurrent, Math.ceil(latency / 25)), Math.ceil(2 * latency * rate)),
    );
    concurrency = remaining > 2 * preferred || latency * rate > 0.5 ? preferred : 1;
    if (cannotExceed({ limit, windowSeconds }, sent, client.now() - startedAt)) return undefined;
  }
  return undefined;
}

export const sendConcurrently = (count: number, send: Send): Promise<readonly Exchange[]> =>
  Promise.all(Array.from({ length: count }, send));

/** Sends repeatedly, at most once in `everyMs`, until the clock shows `untilMs`. Resolves to the timers of its pauses. */
export async function sendAtPace(
  client: Client,
  { everyMs, untilMs }: { readonly everyMs: number; readonly untilMs: number },
  send: (index: number) => Promise<unknown>,
): Promise<readonly Timer[]> {
  const timers: Timer[] = [];
  for (let index = 0; client.now() < untilMs; index += 1) {
    const startedAt = client.now();
    await send(index);
    const dueAt = Math.max(client.now(), Math.min(startedAt + everyMs, untilMs));
    await pause(dueAt - client.now());
    timers.push({ dueAt, lateMs: client.now() - dueAt });
  }
  return timers;
}
