/** Keeps an organization within its limit by what its responses report, so that work goes on as fast as any legal limiter allows. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { remainingOf } from "../../conformance/model/rate-limit-headers.ts";
import type { Client } from "./client.ts";
import { pause, type Send } from "./traffic.ts";

/** This many requests are kept unspent, to see with them how much has been refilled. */
const reserve = 4;

const maxRetries = 12;

/** Sends when the limit has room for it; after a 429 again, a few times. */
export type SendWithinLimit = (send: Send) => Promise<Exchange>;

export function createBudget(client: Client): SendWithinLimit {
  const { rateLimit } = client.environment;
  let remaining = rateLimit?.limit ?? Number.POSITIVE_INFINITY;
  let pending = 0;
  let refill: Promise<void> | undefined;

  /** One timer wakes all that wait; then one request goes out, and its response shows how much was refilled. */
  async function room(): Promise<void> {
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
    await room();
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
