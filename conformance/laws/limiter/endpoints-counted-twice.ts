/**
 * §8: each request counts as one. Some limiters count the requests of an endpoint twice or more, such as every write.
 *
 * Example, 100 in 60 s: a key's responses report 90, 89, 88 and so on. But each of three submissions reports two less than the
 * response before it, though nobody else sends anything meanwhile.
 */
import { plural } from "../../../cli/plural.ts";
import { groupBy } from "../../model/group-by.ts";
import { type Fail, fails } from "../../model/verdict.ts";
import type { History } from "./history.ts";
import { oncePerHistory } from "./once-per-history.ts";
import { fallOf, type RemainingChange } from "./remaining-steps.ts";
import { receipt, requestsOf, sending } from "./timeline.ts";
import { quietSteps } from "./uncounted-endpoints.ts";

/** With two such requests, so many others must fall by one; with three half as many. Fewer may be due to another client of the organization. */
const minOthersForTwo = 30;
const minOthers = 8;

/** The failure for endpoints whose requests each lower the value by the same number, of 2 or more; undefined if there are none. */
export const countedTwice = oncePerHistory((history: History): Fail | undefined => {
  const steps = quietSteps(history).filter(
    ({ first, last }) =>
      first.kind === last.kind && history.otherOrganizations.maxWithin(sending(first), receipt(last)) === 0,
  );
  const ofOperations = groupBy(steps, ({ last }) => last.operation ?? "");
  const isCostly = (of: readonly RemainingChange[]) => costOf(of) >= 2 && !of.some(isAtMostCounted);
  const [own = []] = groupBy(ofOperations.filter(isCostly).flat(), (step) => String(fallOf(step)));
  const others = ofOperations.filter((of) => !isCostly(of)).flat();
  const [shown] = own;
  const isProof = others.length >= Math.max(minOthers, minOthersForTwo / (own.length - 1));
  if (shown === undefined || !isProof || !others.every(isAtMostCounted)) return undefined;
  const [operation, ...further] = new Set(own.map(({ last }) => last.operation));
  const andOthers = further.length === 0 ? "" : ` and ${plural(further.length, "other")}`;
  const { first, last, remaining } = shown;
  return fails({
    expected: "X-RateLimit-Remaining to fall by one for each request",
    actual: `by ${fallOf(shown)} for each of ${own.length} requests to ${operation}${andOthers}: from ${remaining.first} to ${remaining.last}`,
    exchanges: [first.index, last.index],
  });
});

/** By how much the value falls for each request of an operation; 0 if it is not always the same. */
function costOf(steps: readonly RemainingChange[]): number {
  const [cost = 0, ...others] = new Set(steps.map(fallOf));
  return others.length === 0 ? cost : 0;
}

/** It fell by one, or by one for each redirect; or less, where one was given back. */
const isAtMostCounted = (step: RemainingChange) =>
  fallOf(step) <= Math.max(requestsOf(step.first), requestsOf(step.last));
