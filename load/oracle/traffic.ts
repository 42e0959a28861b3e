/** Ways to send: one by one until refused, several at once, at a pace; and to wait. Times in milliseconds. */
import { setTimeout } from "k6/timers";
import { historiesOf } from "../../conformance/laws/limiter/history.ts";
import type { RateLimit } from "../../conformance/model/check.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import { remainingOf } from "../../conformance/model/rate-limit-headers.ts";
import type { Client } from "./client.ts";
import type { Label } from "./environment.ts";
import { organizationOf } from "./exchange.ts";
import { restSeconds } from "./plans.ts";

/** k6's own `sleep` would stop everything that this virtual user has under way. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));

/** `rateLimit: null` is refused before a scenario that needs it begins. */
export function rateLimitOf({ environment: { rateLimit } }: Client): RateLimit {
  if (rateLimit === null) throw new Error("this scenario needs a rate limit: set LIMIT and WINDOW to the target's");
  return rateLimit;
}

export type Send = () => Promise<Exchange>;

/** So much left alone, a refused organization must be served again under every legal limiter but one. */
export const rest = (client: Client) => pause(restSeconds(rateLimitOf(client)) * 1000);

/**
 * Where no answer has told yet whether `X-RateLimit-Remaining` counts its own request, two windows: then nothing from before
 * the run can count any more, and the next answer tells it.
 */
export async function restUntilKnown(client: Client): Promise<void> {
  const rateLimit = rateLimitOf(client);
  const isKnown = historiesOf(client.exchanges, rateLimit).some(({ remainingIncludesSelf }) => remainingIncludesSelf);
  await rest(client);
  if (!isKnown) await rest(client);
}

/** Waits until nothing but this run's own requests is counted, about; for three windows at most. */
export async function untilFresh(client: Client, label: Label): Promise<void> {
  const { limit, windowSeconds } = rateLimitOf(client);
  const { instances } = client.environment;
  const isOwn = ({ organization }: Exchange) => organization === organizationOf(label);
  for (let look = 0; look < 3; look += 1) {
    const since = client.now() - windowSeconds * 1000;
    const own = client.exchanges.filter((one) => isOwn(one) && one.receivedAt >= since).length;
    const first = await client.send(label, "listProducts");
    const left = remainingOf(first);
    if (first.isSuccess && (left === undefined || left >= limit - (2 + own) * instances)) return;
    await rest(client);
  }
}

/**
 * So many more than any legal limiter admits are sent at most, before the limit is taken for not enforced: where a window
 * turns meanwhile, that is twice the limit and what comes free.
 */
const mostBeyond = 20;

/** Sends until the first 429; false where none came, although it should have. One by one where answers are fast. */
export async function untilRefused(client: Client, send: Send): Promise<boolean> {
  const { limit, windowSeconds } = rateLimitOf(client);
  const rate = limit / (windowSeconds * 1000);
  const startedAt = client.now();
  let sent = 0;
  let width = 1;
  while (sent <= 2 * limit + rate * (client.now() - startedAt) + mostBeyond) {
    const answers = await Promise.all(Array.from({ length: width }, send));
    if (answers.some(({ status }) => status === 429)) return true;
    sent += width;
    const latency = Math.max(...answers.map(({ sentAt, receivedAt }) => receivedAt - sentAt));
    const left = remainingOf(answers[0] as Exchange) ?? limit - sent;
    const wanted = Math.min(8, Math.max(1, Math.ceil(latency / 25)));
    width = left > 2 * wanted || latency * rate > 0.5 ? wanted : 1;
    if (client.now() - startedAt > 2 * windowSeconds * 1000 && sent > 2 * limit) return false;
  }
  return false;
}

export const atOnce = (count: number, send: Send): Promise<readonly Exchange[]> =>
  Promise.all(Array.from({ length: count }, send));

/** Sends again and again, never sooner than `everyMs` after the time before, until the clock shows `untilMs`. */
export async function paced(
  client: Client,
  { everyMs, untilMs }: { readonly everyMs: number; readonly untilMs: number },
  send: (at: number) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; client.now() < untilMs; at += 1) {
    const startedAt = client.now();
    await send(at);
    await pause(Math.min(startedAt + everyMs, untilMs) - client.now());
  }
}
