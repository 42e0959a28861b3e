/**
 * §8: each request counts as one. Some limiters count the requests of an endpoint twice or more, such as every write; some, which are
 * installed twice, count every request twice.
 *
 * Example, 100 in 60 s: a key's responses report 90, 89, 88 and so on. But each of three submissions reports two less than the
 * response before it, though nobody else sends anything meanwhile.
 */
import { plural } from "../../../cli/plural.ts";
import { groupBy } from "../../model/group-by.ts";
import { type Fail, fails } from "../../model/verdict.ts";
import type { History } from "./history.ts";
import { oncePerHistory } from "./once-per-history.ts";
import { fallOf, maxFall, type RemainingChange } from "./remaining-steps.ts";
import { receipt, requestsOf, sending } from "./timeline.ts";
import { quietSteps } from "./uncounted-endpoints.ts";

/**
 * How many requests to other endpoints must not lower the value by more than one: 30 if requests to several endpoints do; 30 / (n - 1), and at
 * least 8, if n requests to one endpoint do.
 */
const minOthers = 30;
const minOthersOfMany = 8;

/** If every request lowers the value by the same number, of 2 or more, at least this many must. */
const minOfAll = 12;

/** The failure for requests that each lower the value by the same number, of 2 or more; undefined if there are none. */
export const countedTwice = oncePerHistory((history: History): Fail | undefined => {
  const steps = quietSteps(history).filter(
    ({ first, last }) =>
      first.kind === last.kind && history.otherOrganizations.maxWithin(sending(first), receipt(last)) === 0,
  );
  const ofOperations = groupBy(steps, ({ last }) => last.operation ?? "");
  const isCostly = (of: readonly RemainingChange[]) => costOf(of) >= 2 && !of.some(isAtMostCounted);
  const [costly = []] = groupBy(ofOperations.filter(isCostly).flat(), (step) => String(fallOf(step)));
  const others = ofOperations.filter((of) => !isCostly(of)).flat();
  const [shown] = costly;
  const [operation, ...further] = new Set(costly.map(({ last }) => last.operation));
  // Requests that are of no organization may count in this one, unless other steps show that they do not.
  const mayFall = (step: RemainingChange) => shown !== undefined && maxFall(history, step) >= fallOf(shown);
  if (shown !== undefined && others.length === 0 && costly.length === steps.length) {
    const certain = costly.filter((step) => !mayFall(step)).length;
    return certain < minOfAll
      ? undefined
      : failureOf(shown, `${certain} requests`, fallOf(shown) === 2 ? "; is the limiter installed twice?" : "");
  }
  // A server that reports before it counts shows the cost in the response after it.
  if (!history.remainingIncludesSelf) return undefined;
  // A single request to each of two endpoints may be by chance.
  const [min, minOther] = further.length > 0 ? [3, minOthers] : [2, minOthers / (costly.length - 1)];
  const isProof = costly.length >= min && others.length >= Math.max(minOthersOfMany, minOther);
  if (shown === undefined || !isProof || !others.every(isAtMostCounted)) return undefined;
  const explained = costly.filter(mayFall).length;
  if (explained > 0 && others.filter(mayFall).length < Math.max(3, explained)) return undefined;
  const andOthers = further.length === 0 ? "" : ` and ${plural(further.length, "other endpoint")}`;
  return failureOf(shown, `${costly.length} requests to ${operation}${andOthers}`);
});

export const areCountedTwice = (histories: readonly History[]) =>
  histories.some((history) => countedTwice(history) !== undefined);

function failureOf(shown: RemainingChange, which: string, question = ""): Fail {
  const { first, last, remaining } = shown;
  return fails({
    expected: "X-RateLimit-Remaining to fall by one for each request",
    actual: `by ${fallOf(shown)} for each of ${which}: from ${remaining.first} to ${remaining.last}${question}`,
    exchanges: [first.index, last.index],
  });
}

/** By how much the value falls for each request of an operation; 0 if it is not always the same. */
function costOf(steps: readonly RemainingChange[]): number {
  const [cost = 0, ...others] = new Set(steps.map(fallOf));
  return others.length === 0 ? cost : 0;
}

/** Whether the value fell by at most one, and at most one more for each redirect. It falls by less, or rises, if a request was given back. */
const isAtMostCounted = (step: RemainingChange) =>
  fallOf(step) <= Math.max(requestsOf(step.first), requestsOf(step.last));
