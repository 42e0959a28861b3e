/** What a target may show a little late: a submission's status, an update, what was just created. */
import type { Exchange } from "../../model/exchange.ts";
import type { CaseContext } from "../case.ts";

/** Asks until `isExpected` holds, the credentials are refused, or the declared grace is over; the last answer. */
export async function eventually(
  context: CaseContext,
  ask: () => Promise<Exchange>,
  isExpected: (exchange: Exchange) => boolean,
): Promise<Exchange> {
  const until = context.now() + context.feedbackGraceMs;
  for (let pauseMs = 250; ; pauseMs *= 2) {
    const exchange = await ask();
    const remainingMs = until - context.now();
    if (isExpected(exchange) || remainingMs <= 0 || exchange.status === 401) return exchange;
    await context.sleep(Math.min(pauseMs, remainingMs));
  }
}
