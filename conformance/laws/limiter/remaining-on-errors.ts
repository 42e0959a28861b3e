/**
 * §8: the headers are on every response, so `X-RateLimit-Remaining` is the number of requests left on an error, too.
 *
 * Example: a key's read reports 57, its next request is answered 404 and reports 0, and the next read reports 55. From
 * the read to the error the value fell by 57 for one request. If errors report the whole limit, the value falls too far
 * from the error to the next read. A single error may be a gateway's. So the law fails only for several, and leaves out
 * paths with unusual characters, which a gateway may reject. The 403s that the target file declares are the server's own, and
 * often only two: it fails if all of them are wrong.
 */
import type { Exchange } from "../../model/exchange.ts";
import { limitOf, remainingOf } from "../../model/rate-limit-headers.ts";
import { fails, holds, notApplicable, unjudged, type Verdict } from "../../model/verdict.ts";
import type { Sequence, SequenceLaw } from "../sequence-law.ts";
import type { History, Reported } from "./history.ts";
import { otherOrganization } from "./other-organization.ts";
import { remainingFalls } from "./remaining-falls.ts";
import { fallOf, maxFall, type RemainingChange } from "./remaining-steps.ts";
import { sharedByKeys, sharedByMethods } from "./shared-limit.ts";
import { isGet, isServed } from "./single-exchange.ts";
import { maxFurtherCost } from "./use-before-run.ts";
import { worst, worstOfHistories } from "./worst-verdict.ts";

export const remainingOnErrors: SequenceLaw = {
  id: "limit.remaining-on-errors",
  clause: "limit.remaining",
  claim: "Several 404s, or 403s to a caller without permission, report what remains in X-RateLimit-Remaining",
  skipReason:
    "too few errors with X-RateLimit-Remaining came between successful requests (it takes three 403s, or 404s to reads, with a key; or two 403s for denied operations): see limit.headers-present and error.unknown-ids",
  fault: "errors do not report in X-RateLimit-Remaining what remains",
  explainedBy: [remainingFalls, otherOrganization, sharedByKeys, sharedByMethods],
  judge(sequence) {
    const judged = worstOfHistories((history) => judgeHistory(history, (exchange) => sequence.isDenied(exchange)))(
      sequence,
    );
    return judged === notApplicable
      ? (lacksHeader(sequence.exchanges) ?? showsOtherLimit(sequence) ?? notApplicable)
      : judged;
  },
};

const minErrors = 3;
const minDenied = 2;

/** The verdict if there are enough errors to keys, but fewer than three of them have the header. Undefined otherwise. */
function lacksHeader(exchanges: readonly Exchange[]): Verdict | undefined {
  const errors = exchanges.filter(isErrorToKey);
  const withHeader = errors.filter((error) => remainingOf(error) !== undefined);
  if (errors.length < minErrors || withHeader.length >= minErrors) return undefined;
  return unjudged(
    "not-applicable",
    `fewer than three of the ${errors.length} 403s and 404s to keys have an integer as X-RateLimit-Remaining: see limit.headers-present and limit.remaining-integer`,
  );
}

/** The verdict if three errors to keys show another limit than the declared one: what remains of that is not compared. Undefined otherwise. */
function showsOtherLimit({ histories }: Sequence): Verdict | undefined {
  const isOther = histories.some(
    ({ exchanges, limit }) =>
      exchanges.filter((each) => isErrorToKey(each) && (limitOf(each) ?? limit) !== limit).length >= minErrors,
  );
  if (!isOther) return undefined;
  return unjudged(
    "not-applicable",
    "403s and 404s to keys show another X-RateLimit-Limit than the declared one: see limit.limit-declared",
  );
}

function judgeHistory(history: History, isDenied: (exchange: Exchange) => boolean): Verdict {
  const ofDeclaredLimit = history.exchanges.filter(
    (exchange) => (limitOf(exchange) ?? history.limit) === history.limit,
  );
  const toKeys = ofDeclaredLimit.filter(isErrorToKey).map((error) => changesAt(history, error));
  const denied = ofDeclaredLimit.filter((error) => error.status === 403 && isUsual(error) && isDenied(error));
  const toDenied = denied.map((error) => changesAtDenied(history, error)).filter(({ length }) => length > 0);
  return worst([judgeErrors(toKeys, minErrors), judgeErrors(toDenied, Math.max(minDenied, toDenied.length))]);
}

/** `errors`: for each, the changes before and after it; none if it is not between two successes. `min`: fewer decide nothing. */
function judgeErrors(errors: readonly (readonly ErrorChange[])[], min: number): Verdict {
  if (errors.filter(({ length }) => length > 0).length < min) return notApplicable;
  const wrong = errors.flatMap((changes) => changes.find((change) => fallOf(change) > change.max) ?? []);
  const [change] = wrong;
  if (change === undefined || wrong.length < min) return holds;
  const { first, last, remaining } = change;
  const shown = errorOf(change).index;
  const proof = new Set(wrong.flatMap((each) => [each.first.index, each.last.index]));
  const right = errors
    .flatMap((changes) => changes[0] ?? [])
    .filter((each) => !wrong.map(errorOf).includes(errorOf(each)));
  return fails({
    expected: `${wrong.length} errors${onlyWith(wrong.map(errorOf), right.map(errorOf))} to report what remains`,
    actual: `X-RateLimit-Remaining: ${remaining.first} with a ${first.status}, and then ${remaining.last} with a ${last.status}`,
    // The one to show comes last.
    exchanges: [...[...proof].filter((index) => index !== shown), shown],
  });
}

const errorOf = ({ first, last }: RemainingChange) => (first.isSuccess ? last : first);

/** ` to requests with If-None-Match`: the headers that all requests with wrong errors have, and none with a right one. */
function onlyWith(wrong: readonly Exchange[], right: readonly Exchange[]): string {
  const namesOf = ({ request }: Exchange) => request.headers.map(([name]) => name.toLowerCase());
  const others = new Set(right.flatMap(namesOf));
  const names = new Set(wrong.flatMap(namesOf));
  const differing = [...names].filter(
    (name) => !others.has(name) && wrong.every((each) => namesOf(each).includes(name)),
  );
  return right.length === 0 || differing.length === 0
    ? ""
    : ` to requests with ${differing.map(capitalized).join(", ")}`;
}

const capitalized = (name: string) => name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

const isErrorToKey = (exchange: Exchange) =>
  exchange.kind === "api-key" &&
  exchange.operation !== undefined &&
  (exchange.status === 403 || (exchange.status === 404 && isGet(exchange))) &&
  isUsual(exchange);

const isUsual = ({ request }: Exchange) => /^[\w./:~-]*$/.test(request.url);

/** `max`: how far the value may fall, at most. */
interface ErrorChange extends RemainingChange {
  readonly max: number;
}

/** From the key's last success before the error to the error, and from the error to the key's next success. */
function changesAt(history: History, error: Exchange): readonly ErrorChange[] {
  const ofKey = history.reported.filter(({ exchange }) => exchange.credential === error.credential);
  const before = ofKey.findLast(({ exchange }) => exchange.receivedAt <= error.sentAt);
  const after = ofKey.find(({ exchange }) => exchange.sentAt >= error.receivedAt);
  return changesOf(before, error, after).map((change) => ({ ...change, max: maxFallOf(history, change) }));
}

/**
 * From the caller's last success, which may be a session's, to the error, and to any key's next success. None if these two
 * do not count down together: a session may have a limit of its own.
 */
function changesAtDenied(history: History, error: Exchange): readonly ErrorChange[] {
  const success = history.exchanges.findLast(
    (exchange) => exchange.credential === error.credential && isServed(exchange) && exchange.receivedAt <= error.sentAt,
  );
  const after = history.reported.find(({ exchange }) => exchange.sentAt >= error.receivedAt);
  const value = success && remainingOf(success);
  if (success === undefined || value === undefined || after === undefined) return [];
  const whole = { first: success, last: after.exchange, remaining: { first: value, last: after.remaining } };
  const max = maxFallOf(history, whole);
  if (fallOf(whole) < 0 || fallOf(whole) > max) return [];
  // A session's own count may be near the keys' by chance, and then fall less than theirs.
  const maxOf = error.kind === "api-key" ? maxFallOf : () => max;
  return changesOf({ exchange: success, remaining: value }, error, after).map((change) => ({
    ...change,
    max: maxOf(history, change),
  }));
}

type Shown = Pick<Reported, "exchange" | "remaining">;

function changesOf(before: Shown | undefined, error: Exchange, after: Shown | undefined): readonly RemainingChange[] {
  const value = remainingOf(error);
  if (value === undefined || before === undefined || after === undefined) return [];
  return [
    { first: before.exchange, last: error, remaining: { first: before.remaining, last: value } },
    { first: error, last: after.exchange, remaining: { first: value, last: after.remaining } },
  ];
}

/** An error may be counted after its value is reported, or not at all. */
const maxFallOf = (history: History, change: RemainingChange) => maxFall(history, change) + maxFurtherCost;
