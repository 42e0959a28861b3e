/** Keeps an organization within its limit by the `X-RateLimit-Remaining` of its responses, and sends as fast as any legal limiter allows. */
import { type Exchange, isOverloaded } from "../../conformance/model/exchange.ts";
import { limitOf, remainingOf } from "../../conformance/model/rate-limit-headers.ts";
import type { Client } from "./client.ts";
import { pause, type Send } from "./traffic.ts";

/** This many requests of the limit are not used, so that some are available to ask how much has been refilled. */
const reserve = 4;

const maxRetries = 12;

/** In seconds: a 503 that asks for a longer pause is not sent again. */
const maxOverloadSeconds = 5;

/**
 * Sends as soon as the limit allows it. After a 429, except of another limit, and after a 503 that says when (`isOverloaded`), it sends again,
 * at most `maxRetries` times.
 */
export type SendWithinLimit = (send: Send) => Promise<Exchange>;

export function createBudget(client: Client): SendWithinLimit {
  const { rateLimit } = client.environment;
  let remaining = rateLimit?.limit ?? Number.POSITIVE_INFINITY;
  let pending = 0;
  let refill: Promise<void> | undefined;

  /** All senders wait for one timer. Then one of them sends, and its response shows how much was refilled. */
  async function waitForBudget(): Promise<void> {
    if (rateLimit === null) return;
    while (remaining - pending <= reserve) {
      refill ??= pause((rateLimit.windowSeconds * 1000) / (reserve - 1)).then(() => {
        refill = undefined;
        remaining = Math.max(remaining, pending + reserve + 1);
      });
      await refill;
    }
  }

  async function sendOnce(send: Send): Promise<Exchange> {
    await waitForBudget();
    pending += 1;
    const exchange = await send();
    pending -= 1;
    if (isOfOwnLimit(exchange)) remaining -= 1;
    else remaining = exchange.status === 429 ? 0 : (remainingOf(exchange) ?? remaining - 1);
    return exchange;
  }

  /** Submissions may have a lower limit of their own, beside that of §8. */
  const isOfOwnLimit = (exchange: Exchange) =>
    rateLimit !== null &&
    exchange.operation === "submitFeedback" &&
    (limitOf(exchange) ?? rateLimit.limit) < rateLimit.limit;

  /** Waits if the server asks for it. */
  async function shouldRetry(exchange: Exchange): Promise<boolean> {
    if (exchange.status === 429) return !isOfOwnLimit(exchange);
    const seconds = Number(exchange.header("retry-after"));
    if (!isOverloaded(exchange) || !(seconds <= maxOverloadSeconds)) return false;
    await pause(seconds * 1000);
    return true;
  }

  return async (send) => {
    let exchange = await sendOnce(send);
    for (let retry = 0; retry < maxRetries && (await shouldRetry(exchange)); retry += 1)
      exchange = await sendOnce(send);
    return exchange;
  };
}
