/**
 * §8: each request counts as one. Some limiters count the requests of an endpoint twice or more, such as every write.
 *
 * Example, 100 in 60 s: a key's responses report 90, 89, 88 and so on. But each of three submissions reports two less than the
 * response before it, though nobody else sends anything meanwhile.
 */
import { groupBy } from "../../model/group-by.ts";
import { type Fail, fails } from "../../model/verdict.ts";
import type { History } from "./history.ts";
import { oncePerHistory } from "./once-per-history.ts";
import { fallOf, type RemainingChange } from "./remaining-steps.ts";
import { receipt, sending } from "./timeline.ts";
import { isCountdown, quietSteps } from "./uncounted-endpoints.ts";

/** Fewer may be due to somebody else who uses the organization's limit at the same time. */
const minSteps = 3;

/** The failure for an endpoint whose requests each lower the value by the same number, of 2 or more; undefined if there is none. */
export const countedTwice = oncePerHistory((history: History): Fail | undefined => {
  const steps = quietSteps(history).filter(
    ({ first, last }) =>
      first.kind === last.kind && history.otherOrganizations.maxWithin(sending(first), receipt(last)) === 0,
  );
  const ofOperations = groupBy(steps, ({ last }) => last.operation ?? "").filter(({ length }) => length >= minSteps);
  const costly = ofOperations.filter((of) => costOf(of) >= 2);
  const others = ofOperations.filter((of) => !costly.includes(of)).flat();
  const [own = []] = costly;
  const [shown] = own;
  if (shown === undefined || !isCountdown(others)) return undefined;
  const { first, last, remaining } = shown;
  return fails({
    expected: "X-RateLimit-Remaining to fall by one for each request",
    actual: `it fell by ${fallOf(shown)} for each of ${own.length} requests to ${last.operation}, such as from ${remaining.first} to ${remaining.last}`,
    exchanges: [first.index, last.index],
  });
});

/** By how much the value falls for each request of an operation; 0 if it is not always the same. */
function costOf(steps: readonly RemainingChange[]): number {
  const [cost = 0, ...others] = new Set(steps.map(fallOf));
  return others.length === 0 ? cost : 0;
}
