/** What a target may show a little late: a submission's status, an update, what was just created (DESIGN §5). */

import type { Exchange } from "../../model/exchange.ts";
import type { CaseContext } from "../case.ts";

/** Asks again until the answer is as hoped for, the credentials are refused, or the declared grace is over: the last answer. */
export async function withinGrace(
  context: CaseContext,
  ask: () => Promise<Exchange>,
  isAsHoped: (exchange: Exchange) => boolean,
): Promise<Exchange> {
  const until = context.now() + context.feedbackGraceMs;
  for (let pauseMs = 250; ; pauseMs *= 2) {
    const exchange = await ask();
    const leftMs = until - context.now();
    if (isAsHoped(exchange) || leftMs <= 0 || exchange.status === 401) return exchange;
    await context.sleep(Math.min(pauseMs, leftMs));
  }
}
