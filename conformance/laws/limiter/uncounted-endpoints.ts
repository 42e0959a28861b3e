/**
 * §8: each request counts, whatever its endpoint and method. A limiter may answer an endpoint 429 when the limit is
 * exceeded, and yet not count the requests to it.
 *
 * Example, 100 in 60 s: a key's responses report 90, 89, 88 and so on. But each of three reads of the installation
 * reports the same value as the response before it, 10 ms earlier. A bucket gives a request back in one of sixty such
 * steps, so it did not do so in all three. Or steps take 100 ms, so that one in six gives a request back. Then all others
 * must show it, too: it is unlikely that only the reads of the installation do (`chanceOfPlaces`).
 */
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { groupBy } from "../../model/group-by.ts";
import { urlWithoutQuery } from "../../model/path-of.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { fails, notApplicable, type Verdict } from "../../model/verdict.ts";
import { maxChance } from "./given-back-meanwhile.ts";
import { type History, hasNoConcurrent } from "./history.ts";
import { oncePerHistory } from "./once-per-history.ts";
import { maxExpiredBetween } from "./refill-bounds.ts";
import { fallOf, type RemainingChange } from "./remaining-steps.ts";
import { isServed } from "./single-exchange.ts";
import { requestsOf, spanMs } from "./timeline.ts";
import { maxUseBeforeRun } from "./use-before-run.ts";

/** From one served request to the next, with no other request of the organization beside or between them. */
interface QuietStep extends RemainingChange {
  /** The chance that a limiter that refills gave one request back in this time; 1 or more: it may have given back several. */
  readonly chance: number;
}

type Side = "first" | "last";

/** A class of requests whose steps never fall, while those of others do. */
interface Uncounted {
  readonly own: readonly QuietStep[];
  readonly operation: string;
  readonly kind: Exchange["kind"];
  /** Requests with the same kind of credential and another method at the same path are counted. */
  readonly isOtherMethodCounted: boolean;
}

/**
 * Fails if requests of an endpoint are not counted. Whether a session's are is for `sessions`, but not where its requests
 * with another method at the same path are counted.
 */
export function uncountedEndpoint(histories: readonly History[], rule: "methods" | "sessions"): Verdict {
  for (const { own, operation, kind, isOtherMethodCounted } of uncountedIn(histories)) {
    if ((kind === "session" && !isOtherMethodCounted ? "sessions" : "methods") !== rule) continue;
    return fails({
      expected: `X-RateLimit-Remaining to fall by one for each request to ${operation}, as for other requests`,
      actual: `it stayed the same over each of ${own.length}, such as at ${own[0]?.remaining.last}`,
      exchanges: [...new Set(own.flatMap(({ first, last }) => [first.index, last.index]))],
    });
  }
  return notApplicable;
}

function uncountedIn(histories: readonly History[]): readonly Uncounted[] {
  const steps = histories.flatMap(quietSteps);
  // A server that reports before it counts shows what is not counted in the response after it.
  const sides: readonly Side[] = histories.some(({ remainingIncludesSelf }) => remainingIncludesSelf)
    ? ["last"]
    : ["last", "first"];
  return sides.flatMap((side) =>
    (["api-key", "session"] as const).flatMap((kind) => {
      const ofKind = steps.filter((step) => step[side].kind === kind);
      const ofOperations = groupBy(ofKind, (step) => step[side].operation ?? "").filter(
        ({ length }) => length >= minSteps,
      );
      // Two ways to compute the chance.
      const tries = 2 * ofOperations.length * sides.length;
      return ofOperations.flatMap((found) => uncountedOf(found, steps, side, sides, maxChance / tries) ?? []);
    }),
  );
}

/** `found`: the steps of one operation, with one kind of credential. Undefined if its requests may be counted. */
function uncountedOf(
  found: readonly QuietStep[],
  steps: readonly QuietStep[],
  side: Side,
  sides: readonly Side[],
  maxChance: number,
): Uncounted | undefined {
  const [at] = found.map((step) => step[side]);
  if (at?.operation === undefined) return undefined;
  const rest = steps.filter((step) => step[side].operation !== at.operation);
  // Steps between a key and a session are used only if keys and sessions count down together, since a session may have a limit of its own;
  // and only if the server counts before it reports, since else the key's next response shows whether the session's request was counted.
  const usesMixed = sides.length === 1 && isCountdown(rest.filter(isMixed), minMixed);
  const [own, others] = [found, rest].map((all) => all.filter((step) => usesMixed || !isMixed(step)));
  if (own === undefined || others === undefined || own.length < minSteps) return undefined;
  if (!own.every((step) => fallOf(step) === 0)) return undefined;
  if (!isCountdown(others) || isCountedLater(others, at.operation)) return undefined;
  if (Math.min(chanceOfRefills(own, others), chanceOfPlaces(own, others)) > maxChance) return undefined;
  const isOtherMethodCounted = sides.every((either) =>
    others.some((step) => isCounted(step) && isOtherMethod(step[either], at)),
  );
  return { own, operation: at.operation, kind: at.kind, isOtherMethodCounted };
}

/** Whether the two requests have the same kind of credential and the same path, but different methods. */
export const isOtherMethod = (exchange: Exchange, other: Exchange) =>
  exchange.kind === other.kind &&
  exchange.request.method !== other.request.method &&
  urlWithoutQuery(exchange) === urlWithoutQuery(other);

const isMixed = ({ first, last }: QuietStep) => first.kind !== last.kind;

/** A single step may be a chance. */
const minSteps = 2;
/** With fewer steps, or a smaller share of them that fall by one, the header may not count each request. */
const minOthers = 8;
const minMixed = 3;
const minShare = 0.9;

const isCountdown = (steps: readonly QuietStep[], minCount = minOthers) =>
  steps.length >= minCount && steps.filter(isCounted).length >= minShare * steps.length;

/** Whether the value fell by one, or by up to one more for each redirect. */
const isCounted = (step: QuietStep) =>
  fallOf(step) === 1 || (fallOf(step) > 1 && fallOf(step) <= Math.max(requestsOf(step.first), requestsOf(step.last)));

/** Whether the responses after requests to the operation show that these were counted, only after their own values were read. */
function isCountedLater(others: readonly QuietStep[], operation: string): boolean {
  const next = others.filter(({ first }) => first.operation === operation);
  return next.length > 0 && next.every((step) => fallOf(step) > 1 && !isCounted(step));
}

/** The chance that a request was given back in each of these steps, by the time that they took. */
function chanceOfRefills(own: readonly QuietStep[], others: readonly QuietStep[]): number {
  const shareOfOthers = others.filter((step) => !isCounted(step)).length / others.length;
  return own.reduce((product, step) => product * Math.min(1, Math.max(step.chance, shareOfOthers)), 1);
}

const totalMs = (steps: readonly QuietStep[]) => steps.reduce((sum, { first, last }) => sum + spanMs(first, last), 0);

/**
 * The chance that of all requests that were given back so many came in these steps, rather than in the others. Example: five of
 * 45 steps did not fall, and these are all five updates. They took an eighth of the time: 1 in 8 to the power of 5.
 */
function chanceOfPlaces(own: readonly QuietStep[], others: readonly QuietStep[]): number {
  const inOthers = others.filter((step) => !isCounted(step)).length;
  const ofTime = totalMs(own) / Math.max(1, totalMs(own) + totalMs(others));
  const share = Math.max(ofTime, own.length / (own.length + others.length));
  return own.reduce((product, _, at) => (product * share * (inOthers + at + 1)) / (at + 1), 1);
}

export const quietSteps = oncePerHistory((history): readonly QuietStep[] => {
  const { exchanges, refillPerMs } = history;
  return exchanges.slice(1).flatMap((last, at) => {
    const first = exchanges[at];
    if (first === undefined || first.receivedAt > last.sentAt) return [];
    const values = [first, last].map((exchange) =>
      isAuthenticated(exchange) &&
      exchange.operation !== undefined &&
      isServed(exchange) &&
      hasNoConcurrent(history, exchange)
        ? remainingOf(exchange)
        : undefined,
    );
    const [before, after] = values;
    // From 0 it cannot fall.
    if (before === undefined || before <= 0 || after === undefined) return [];
    if (maxUseBeforeRun(history, first) > 0 || maxExpiredBetween(history, first, last) > 0) return [];
    return [{ first, last, remaining: { first: before, last: after }, chance: refillPerMs * spanMs(first, last) }];
  });
});
