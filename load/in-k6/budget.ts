/** Keeps an organization within its limit by the `X-RateLimit-Remaining` of its responses, and sends as fast as any legal limiter allows. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { remainingOf } from "../../conformance/model/rate-limit-headers.ts";
import type { Client } from "./client.ts";
import { pause, type Send } from "./traffic.ts";

/** This many requests of the limit are not used, so that some are available to ask how much has been refilled. */
const reserve = 4;

const maxRetries = 12;

/** Sends as soon as the limit allows it. After a 429 it sends again, at most `maxRetries` times. */
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
    remaining = exchange.status === 429 ? 0 : (remainingOf(exchange) ?? remaining - 1);
    return exchange;
  }

  return async (send) => {
    let exchange = await sendOnce(send);
    for (let retry = 0; retry < maxRetries && exchange.status === 429; retry += 1) exchange = await sendOnce(send);
    return exchange;
  };
}
