/** Keeps an organization within its limit by what the server tells, so that work goes on as fast as any legal limiter allows. */
import type { Exchange } from "../../conformance/exchange.ts";
import { remainingOf } from "../../conformance/laws/rate-limit-headers.ts";
import type { Client } from "./client.ts";
import { pause, type Send } from "./traffic.ts";

/** So much is left unused, to look with whether more has come free. */
const reserve = 4;

export interface Budget {
  /** Sends when there is room; after a 429 again, a few times. */
  spend(send: Send): Promise<Exchange>;
}

const mostRefusals = 12;

export function createBudget(client: Client): Budget {
  const { rateLimit } = client.environment;
  let left = rateLimit?.limit ?? Number.POSITIVE_INFINITY;
  let underway = 0;
  let looking: Promise<void> | undefined;

  /** One waits for all; then one request looks how much has come free. */
  async function room(): Promise<void> {
    if (rateLimit === null) return;
    while (left - underway <= reserve) {
      looking ??= pause((rateLimit.windowSeconds * 1000) / (reserve - 1)).then(() => {
        looking = undefined;
        left = Math.max(left, underway + reserve + 1);
      });
      await looking;
    }
  }

  async function once(send: Send): Promise<Exchange> {
    await room();
    underway += 1;
    const exchange = await send();
    underway -= 1;
    left = exchange.status === 429 ? 0 : (remainingOf(exchange) ?? left - 1);
    return exchange;
  }

  return {
    async spend(send) {
      let exchange = await once(send);
      for (let again = 0; again < mostRefusals && exchange.status === 429; again += 1) exchange = await once(send);
      return exchange;
    },
  };
}
