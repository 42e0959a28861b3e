/** A limiter that counts wrongly (§8) fails several of its checks: which of them explain the others. */
import { answered429 } from "../../laws/limiter/answered-429.ts";
import { notEarly, wholeLimitServed } from "../../laws/limiter/not-early.ts";
import { otherOrganization } from "../../laws/limiter/other-organization.ts";
import { recovers } from "../../laws/limiter/recovers.ts";
import { refusedWhenExceeded } from "../../laws/limiter/refused-when-exceeded.ts";
import { afterPause, remainingFalls } from "../../laws/limiter/remaining-falls.ts";
import { sharedByKeys, sharedByMethods, sharedBySessions } from "../../laws/limiter/shared-limit.ts";
import { windowEnds } from "../../laws/limiter/window-ends.ts";
import type { SequenceLaw } from "../../laws/sequence-law.ts";
import { type Exchange, headerValues, overlap } from "../../model/exchange.ts";
import { limitOf, remainingOf } from "../../model/rate-limit-headers.ts";
import type { DiagnosedFailure } from "./diagnosed-failure.ts";
import { isOneCount } from "./one-count-for-all.ts";

/**
 * Which requests share a count explains what other checks of the limiter find, such as a 429 that comes too early. If none of
 * these laws fails, such a 429 is explained by a window that does not end, and else by an organization that is not served again.
 */
const explaining: readonly (readonly SequenceLaw[])[] = [
  [otherOrganization, sharedByKeys, sharedByMethods],
  [windowEnds],
  [recovers],
];

/** These laws fail because too many requests are served. That neither explains a lasting 429 (`staying`) nor follows from one. */
const admitting: ReadonlySet<string> = new Set(
  [refusedWhenExceeded, sharedByKeys, sharedByMethods, sharedBySessions].map(({ id }) => id),
);
const staying: ReadonlySet<string> = new Set([windowEnds.id, recovers.id]);

/** A failure that a window that does not end causes, too: a 429, or less than the limit after a pause. Other wrong headers do not follow from it. */
const isOfStaying = ({ result: { id, clause, actual } }: DiagnosedFailure) =>
  clause.startsWith("error.429") ||
  id === recovers.id ||
  (id === remainingFalls.id && actual?.includes(afterPause) === true);

/** A failure of the limiter that wrong counting may cause. `answered429` is none: the status of a rejection does not depend on what is counted. */
const isOfLimiter = ({ result, law }: DiagnosedFailure) =>
  law === undefined && result.id !== answered429.id && /^(?:limit\.|error\.429)/.test(result.clause);

/** The ids of the failed laws of the limiter that explain the whole group. */
export function explainersOf(
  group: readonly DiagnosedFailure[],
  all: readonly DiagnosedFailure[],
  exchanges: readonly Exchange[],
): readonly string[] {
  const isOf = (ids: ReadonlySet<string>) => group.some(({ result }) => ids.has(result.id));
  const refuted = group.flatMap((found) => [
    ...refutedByOverrun(found, all, exchanges),
    ...refutedByEarly429(found, all, exchanges),
  ]);
  const failed = explaining
    .map((laws) => laws.map(({ id }) => id).filter((id) => all.some((found) => explains(found, id, all, exchanges))))
    .map((ids) => ids.filter((id) => !refuted.includes(id)))
    .map((ids) =>
      ids.filter((id) => !(isOf(staying) && admitting.has(id)) && !(staying.has(id) && !group.every(isOfStaying))),
    )
    .find((ids) => ids.length > 0);
  return group.every((each) => isOfLimiter(each) && !failed?.includes(each.result.id)) ? (failed ?? []) : [];
}

/**
 * The ids of the laws that do not explain an overrun: separate limits for keys do not, if a single key exceeds the limit; nor do separate limits for
 * endpoints, if a single endpoint does, which is certain if it is served after it reported 0.
 */
function refutedByOverrun(
  { result, proof }: DiagnosedFailure,
  all: readonly DiagnosedFailure[],
  exchanges: readonly Exchange[],
): readonly string[] {
  const [first, before, last] = [proof[0], proof.at(-2), proof.at(-1)];
  if (result.id !== refusedWhenExceeded.id || first === undefined || last === undefined) return [];
  // The limit itself is too large by one (`full-to-exhausted.ts`).
  const isOneTooLarge = proof.length === 2 && remainingOf(first) === limitOf(first) && remainingOf(last) === 0;
  const served = exchanges
    .filter(({ sentAt, receivedAt }) => sentAt >= first.sentAt && receivedAt <= last.receivedAt)
    .filter(({ isSuccess, organization }) => isSuccess && organization === first.organization);
  const atZero = before !== undefined && remainingOf(before) === 0 ? [before, last] : served;
  const isOfOneKey = new Set(atZero.map(({ credential }) => credential)).size === 1;
  // An endpoint that is not counted is served after its response reported what remains for the others.
  const isNotCounted = ({ result: { id }, proof: separate }: DiagnosedFailure) =>
    id === sharedByMethods.id && separate.findLast(({ isSuccess }) => isSuccess)?.operation === last.operation;
  const isOfOneEndpoint =
    new Set(atZero.map(({ operation }) => operation)).size === 1 && !(atZero !== served && all.some(isNotCounted));
  return [
    ...(isOneTooLarge || isOfOneKey ? [sharedByKeys.id] : []),
    ...(isOneTooLarge || isOfOneEndpoint ? [sharedByMethods.id] : []),
  ];
}

/** A key that has the whole limit for itself, or one beside endpoints that are exempt, is answered 429 later, not earlier. */
function refutedByEarly429(
  { result: { id }, proof }: DiagnosedFailure,
  all: readonly DiagnosedFailure[],
  exchanges: readonly Exchange[],
): readonly string[] {
  if (id !== notEarly.id && id !== wholeLimitServed.id) return [];
  return [sharedByKeys.id, ...(all.some((found) => areExempt(found, proof, exchanges)) ? [sharedByMethods.id] : [])];
}

/**
 * Whether the endpoints of the failure are counted by themselves, or not at all, and none has a lower limit: no more endpoints are served than are
 * answered 429 meanwhile; or none is answered 429 meanwhile, and the `early` 429 is another endpoint's. (With a lower limit it would be that endpoint's.)
 * Not if the 429 is early only by what an endpoint with a count of its own reported.
 */
function areExempt(
  { result, proof }: DiagnosedFailure,
  early: readonly Exchange[],
  exchanges: readonly Exchange[],
): boolean {
  const [first, last] = [proof[0], proof.at(-1)];
  if (result.id !== sharedByMethods.id || first === undefined || last === undefined) return false;
  const between = exchanges.filter(
    ({ organization, sentAt, receivedAt }) =>
      organization === first.organization && sentAt >= first.sentAt && receivedAt <= last.receivedAt,
  );
  const countOf = (some: readonly Exchange[]) => new Set(some.map(({ operation }) => operation)).size;
  const rejected = between.filter(({ status }) => status === 429);
  if (rejected.length === 0) return early.at(-1)?.operation !== first.operation;
  // The endpoint that reported what remains before the early 429 goes on reporting more than 0 while others are answered 429.
  const [reported] = early;
  const hasOwnCount = ({ isSuccess, operation }: Exchange) => isSuccess && operation === reported?.operation;
  if (early.length === 2 && between.some((each) => hasOwnCount(each) && (remainingOf(each) ?? 0) > 0)) return false;
  return countOf(rejected) >= countOf(between.filter(({ isSuccess }) => isSuccess));
}

const explains = (
  found: DiagnosedFailure,
  id: string,
  all: readonly DiagnosedFailure[],
  exchanges: readonly Exchange[],
) =>
  found.result.id === id &&
  raceOf(found, all) === undefined &&
  !isCountedByAddress(found, all) &&
  !isOfSharedCount(found, all, exchanges);

/** The failure shows keys or endpoints that seem to have limits of their own, although their requests share a count with other organizations'. */
const isOfSharedCount = (
  { result, proof }: DiagnosedFailure,
  all: readonly DiagnosedFailure[],
  exchanges: readonly Exchange[],
) =>
  (result.id === sharedByKeys.id || result.id === sharedByMethods.id) &&
  all.some((other) => other.result.id === otherOrganization.id) &&
  isOneCount(proof, exchanges);

/** Organizations share a count, and only requests that name another address are served: the limit belongs to an address, not to an endpoint. */
function isCountedByAddress({ result, proof }: DiagnosedFailure, all: readonly DiagnosedFailure[]): boolean {
  const served = proof.filter(({ isSuccess }) => isSuccess);
  const isOfAddress = ({ request }: Exchange) => headerValues(request.headers, "x-forwarded-for").length > 0;
  return (
    result.id === sharedByMethods.id &&
    served.length > 0 &&
    served.every(isOfAddress) &&
    all.some((other) => other.result.id === otherOrganization.id)
  );
}

/**
 * The law that found the race, for keys or endpoints that are served over the limit only by concurrent requests, and each time with
 * `X-RateLimit-Remaining: 0`: the limiter checks the limit in one step and counts in another. If each had a limit of its own, its responses
 * would report what remains of that. A single endpoint may also not be counted.
 */
export function raceOf({ result, proof }: DiagnosedFailure, all: readonly DiagnosedFailure[]): SequenceLaw | undefined {
  if (!all.some((each) => each.result.id === refusedWhenExceeded.id)) return undefined;
  const served = proof.filter(({ isSuccess }) => isSuccess);
  const isOfSeveral = new Set(served.map(({ operation }) => operation)).size > 1;
  if (result.id !== sharedByKeys.id && !(result.id === sharedByMethods.id && isOfSeveral)) return undefined;
  const isConcurrent = (exchange: Exchange) => served.some((other) => other !== exchange && overlap(exchange, other));
  return served.every((exchange) => remainingOf(exchange) === 0 && isConcurrent(exchange))
    ? refusedWhenExceeded
    : undefined;
}
