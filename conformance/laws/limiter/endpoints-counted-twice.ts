/**
 * §8: each request counts as one. Some limiters count the requests of an endpoint twice or more, such as every write.
 *
 * Example, 100 in 60 s: a key's responses report 90, 89, 88 and so on. But each of three submissions reports two less than the
 * response before it. It is looked for only where the value falls too far, to say for which requests.
 */
import { type Fail, fails } from "../../model/verdict.ts";
import type { History } from "./history.ts";
import { fallOf } from "./remaining-steps.ts";
import { isCountdown, minSteps, quietSteps } from "./uncounted-endpoints.ts";

/** The failure for an endpoint whose requests each lower the value by the same number, of 2 or more; undefined if there is none. */
export function countedTwice(history: History): Fail | undefined {
  const steps = quietSteps(history).filter(({ first, last }) => first.kind === last.kind);
  for (const operation of new Set(steps.map(({ last }) => last.operation))) {
    const own = steps.filter(({ last }) => last.operation === operation);
    const [shown] = own;
    const others = steps.filter(({ last }) => last.operation !== operation);
    if (shown === undefined || own.length < minSteps || fallOf(shown) < 2 || !isCountdown(others)) continue;
    if (!own.every((step) => fallOf(step) === fallOf(shown))) continue;
    const { first, last, remaining } = shown;
    return fails({
      expected: "X-RateLimit-Remaining to fall by one for each request",
      actual: `it fell by ${fallOf(shown)} for each of ${own.length} requests to ${operation}, such as from ${remaining.first} to ${remaining.last}`,
      exchanges: [first.index, last.index],
    });
  }
  return undefined;
}
