/** §8: when the limit is exceeded, the response status is 429. */
import type { SequenceLaw } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { holds, notApplicable } from "../../model/verdict.ts";
import { isRefused, isSure } from "./history.ts";
import { forEachHistory } from "./verdicts.ts";

/** So often in a row, before it is taken for the limiter's answer. */
const fewest = 3;

const keyOf = (one: Exchange) => `${one.credential} ${one.request.url}`;

/** Once nothing is left, reads that were served before are answered with another error, again and again. */
export const answered429: SequenceLaw = {
  isLimiter: true,
  id: "limit.answered-429",
  clause: "limit.exceeded",
  claim: "When the limit is exceeded, the response status is 429",
  judge: forEachHistory((history) => {
    const served = new Set<string>();
    let left = Number.POSITIVE_INFINITY;
    let lastServed: Exchange | undefined;
    let count = 0;
    let suspects: Exchange[] = [];
    for (const exchange of history.exchanges) {
      if (isSure(exchange)) {
        count += 1;
        lastServed = exchange;
        left = remainingOf(exchange) ?? left;
        if (exchange.request.method === "GET") served.add(keyOf(exchange));
      }
      const isSuspect =
        exchange.kind === "api-key" && exchange.status >= 400 && !isRefused(exchange) && served.has(keyOf(exchange));
      if (!isSuspect) {
        if (exchange.kind === "api-key") suspects = [];
        continue;
      }
      suspects.push(exchange);
      const isExceeded = Math.min(left, remainingOf(exchange) ?? left) <= 1 || count >= 2 * history.limit;
      if (suspects.length < fewest || !isExceeded || exchange.request.method !== "GET") continue;
      return {
        verdict: "fail",
        expected: "429",
        actual: `${exchange.status}, ${suspects.length} times in a row, once the last of ${count} that were served was told ${left} left`,
        exchanges: [...(lastServed === undefined ? [] : [lastServed]), ...suspects].map(({ index }) => index),
      };
    }
    return history.exchanges.some((one) => isRefused(one) && one.kind === "api-key") ? holds : notApplicable;
  }),
};
