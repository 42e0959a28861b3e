/** The command that repeats a failure without this suite, for a person to paste into a shell. */
import { isRead } from "../../client/request-of.ts";
import { laws, sequenceLaws } from "../../laws/index.ts";
import { noneLeftWhenExceeded } from "../../laws/limiter/none-left-when-exceeded.ts";
import { notEarly, wholeLimitServed } from "../../laws/limiter/not-early.ts";
import { otherOrganization } from "../../laws/limiter/other-organization.ts";
import { recovers } from "../../laws/limiter/recovers.ts";
import { refusedWhenExceeded } from "../../laws/limiter/refused-when-exceeded.ts";
import { remainingFalls } from "../../laws/limiter/remaining-falls.ts";
import { sharedByMethods, sharedBySessions } from "../../laws/limiter/shared-limit.ts";
import { windowEnds } from "../../laws/limiter/window-ends.ts";
import { remainingInRange } from "../../laws/rate-limit-headers.ts";
import type { Check } from "../../model/check.ts";
import { type Exchange, isAuthenticated, overlap } from "../../model/exchange.ts";
import { type RateLimit, rateLimitOf, recoveryMs } from "../../model/rate-limit.ts";
import { rateLimitsOf } from "../../target-file/rate-limits.ts";
import type { Target } from "../../target-file/target.ts";
import { rejectedBefore } from "../causes/cached-for-others.ts";
import { givenToOther } from "../causes/mixed-answers.ts";
import { type Counted, curlInParallel, curlOf, curlOnOneConnection, curlRepeated } from "./curl.ts";
import { submittingFirst } from "./submitting-first.ts";

interface FailureToRepeat {
  /** The exchange whose response the report shows. */
  readonly shown: Exchange;
  /** The earlier write that made the shown response wrong, if there is one. A PUT is undone at the end, as the run did. */
  readonly write: Exchange | undefined;
  /** The indexes of all exchanges that prove the failure. */
  readonly proof: readonly number[];
}

interface OfRun {
  readonly target: Pick<Target, "credentials" | "rateLimit" | "isTierAssumed"> &
    Partial<Pick<Target, "feedbackGraceSeconds">>;
  readonly exchanges: readonly Exchange[];
  /** By the id of a failed case: the same read, sent by itself at the end, whose status shows that the answer varies. */
  readonly answeredOtherwise?: ReadonlyMap<string, Exchange> | undefined;
}

/** A command has at most this many requests whose responses are to be compared. */
const maxCompared = 4;

const status: Counted = "-i ^http/";
const statusAndRemaining: Counted = "-iE '^(http/|x-ratelimit-remaining)'";

/** A loop of curl sends at most this many requests. */
const maxRepeated = 1000;

/** Undefined if no command helps. */
export function byHand(check: Check, failure: FailureToRepeat, run: OfRun): string | undefined {
  // A request for each second of a window is no command to paste.
  if (check.id === windowEnds.id || restsOnMore(check, failure, run)) return undefined;
  const command = commandOf(check, failure, run);
  return command && submittingFirst(command, failure.shown, run.exchanges, run.target.feedbackGraceSeconds ?? 0);
}

function commandOf(check: Check, failure: FailureToRepeat, run: OfRun): string | undefined {
  const { id } = check;
  const isOfLimiter = id.startsWith("limit.") && (id === remainingInRange.id || !laws.some((law) => law.id === id));
  const proofs = run.exchanges.filter(({ index }) => failure.proof.includes(index));
  if (isOfLimiter) return forLimiter(check, failure.shown, proofs, run);
  const { shown, write } = failure;
  const exceeded = shown.status === 429 && isReadOfKey(shown) ? limitToUseUp(shown, run) : undefined;
  if (exceeded !== undefined) return `${useUp(shown, exceeded)}; ${curlOf(shown)}`;
  const isOfSequence = sequenceLaws.some((law) => law.id === id);
  const beside =
    proofs.find((each) => isOfSequence && each !== shown && overlap(each, shown)) ?? givenToOther(shown, run.exchanges);
  if (beside !== undefined) return `${curlOf(beside)} & ${curlOf(shown)}; wait`;
  if (isOfSequence && proofs.length <= maxCompared) return [...new Set(proofs.map(curlOf))].join("; ");
  const onConnection = run.answeredOtherwise?.has(id) ? servedBefore(shown, run.exchanges) : undefined;
  if (onConnection !== undefined) return curlOnOneConnection(onConnection, shown);
  const before =
    write ??
    sameBefore(shown, run.exchanges) ??
    readByOther(shown, proofs) ??
    rejectedBefore(shown, run.exchanges) ??
    [];
  return [before, shown, undoing(write ?? shown, shown, run)].flat().map(curlOf).join("; ");
}

/** For a read without valid credentials: a read of a key that was served on the same connection before. The server may keep its caller. */
const servedBefore = (shown: Exchange, exchanges: readonly Exchange[]) =>
  !isAuthenticated(shown) && isRead(shown.request.method)
    ? exchanges.find(
        (each) =>
          each.connection === shown.connection &&
          each.connection !== undefined &&
          each.index < shown.index &&
          each.isSuccess &&
          isReadOfKey(each),
      )
    : undefined;

/** The requests of the proof from one of which to the next `X-RateLimit-Remaining` falls too far, for a write, or not, for what is not counted. */
function oneStep(id: string, proofs: readonly Exchange[]): readonly Exchange[] | undefined {
  if (id === remainingFalls.id && proofs.some(({ request }) => !isRead(request.method))) return proofs;
  const isShared = id === sharedByMethods.id || id === sharedBySessions.id;
  return isShared && !proofs.some(isReadOfKey) ? proofs.slice(0, 2) : undefined;
}

/** A command that uses the limit up (§8), and then sends the request whose response is wrong. */
function forLimiter({ id }: Check, shown: Exchange, proofs: readonly Exchange[], run: OfRun): string | undefined {
  const step = oneStep(id, proofs);
  if (step !== undefined) return [...step, undoing(step.find(isPut), shown, run)].flat().map(curlOf).join("; ");
  const isServedAtZero = id === refusedWhenExceeded.id;
  const using = [...(isServedAtZero ? [shown] : []), ...proofs].find(isReadOfKey);
  const rateLimit = using && limitToUseUp(using, run);
  if (!using || !rateLimit) return undefined;
  if (id === recovers.id) return afterPause(using, rateLimit);
  if (id === remainingFalls.id) return fallingRemaining(using, proofs, rateLimit, run.exchanges);
  const foreign = run.exchanges.find((each) => isReadOfOther(each, using));
  if (id === otherOrganization.id && foreign !== undefined)
    return `${curlOf(using)}; ${useUp(foreign, rateLimit)}; ${curlOf(using)}`;
  // Sent one by one, the same requests may be counted correctly.
  if (id === refusedWhenExceeded.id && sentFor(using, proofs, run.exchanges).some(isSentDuring))
    return curlInParallel(using, moreThanLimit(rateLimit), status);
  return useUpAndShow(id, using, [shown, ...proofs], rateLimit);
}

/** Uses the limit up, and then sends another request than `using`; without another, `using` itself where the headers of its 429 are wrong. */
function useUpAndShow(id: string, using: Exchange, proofs: readonly Exchange[], rateLimit: RateLimit): string {
  // For example the second key: the limit must be used up for it, too.
  const other = proofs.find(
    ({ credential, request }) => credential !== using.credential || request.url !== using.request.url,
  );
  const isAbout429 = id === noneLeftWhenExceeded.id;
  const counted = isAbout429 || id === remainingInRange.id ? statusAndRemaining : status;
  const last = other ?? (isAbout429 ? using : undefined);
  return `${useUp(using, rateLimit, counted)}${last === undefined ? "" : `; ${curlOf(last)}`}`;
}

/**
 * Whether an early 429 may rest on requests that must not count: older ones, if each renews the window, or another organization's. To use
 * the limit up with one key shows neither.
 */
function restsOnMore({ id }: Check, { shown, proof }: FailureToRepeat, run: OfRun): boolean {
  const rateLimit = limitToUseUp(shown, run);
  if (![notEarly.id, wholeLimitServed.id].includes(id) || proof.length > 1 || rateLimit === undefined) return false;
  const servedIn = (windows: number) =>
    run.exchanges.filter(
      ({ isSuccess, sentAt, receivedAt }) =>
        isSuccess && sentAt < shown.sentAt && receivedAt > shown.sentAt - windows * rateLimit.windowSeconds * 1000,
    );
  const isOwn = ({ organization }: Exchange) => organization === shown.organization;
  return servedIn(2).filter(isOwn).length >= rateLimit.limit || servedIn(1).length >= rateLimit.limit;
}

const isReadOfKey = ({ request, kind }: Exchange) => request.method === "GET" && kind === "api-key";

/** The limit of the exchange's credential; undefined if it is unknown, or too large for a loop of curl. */
function limitToUseUp({ credential }: Exchange, { target, exchanges }: OfRun): RateLimit | undefined {
  const rateLimits = rateLimitsOf(target, exchanges);
  const rateLimit = rateLimits && rateLimitOf(rateLimits, credential);
  return rateLimit && rateLimit.limit <= maxRepeated ? rateLimit : undefined;
}

/** In parallel if the limiter may give back as fast as a loop of curl sends. */
const useUp = (using: Exchange, rateLimit: RateLimit, counted: Counted = status) =>
  rateLimit.windowSeconds < minForLoop
    ? curlInParallel(using, moreThanLimit(rateLimit), counted)
    : curlRepeated(using, moreThanLimit(rateLimit));

/** In a shorter window, in seconds, the limiter may give back as fast as a loop of curl sends. */
const minForLoop = 30;

/** More than the limit, and what a bucket gives back while so many are sent: in five seconds, which is enough. */
const moreThanLimit = ({ limit, windowSeconds }: RateLimit) => Math.ceil(limit * (1 + 5 / windowSeconds)) + 1;

const isPut = ({ request }: Exchange) => request.method === "PUT";

/** The run's last PUT of the same profile, which restored it; and then that of the profile that `shown` is, if it is another user's. */
function undoing(write: Exchange | undefined, shown: Exchange, { exchanges }: OfRun): readonly Exchange[] {
  if (write?.request.method !== "PUT") return [];
  const changed = shown.request.url === write.request.url ? [write, shown] : [write];
  const credentials = [...new Set(changed.map(({ credential }) => credential))];
  const lastOf = (sender: string) =>
    exchanges.findLast(
      ({ request, credential, isSuccess }) =>
        isSuccess && request.method === "PUT" && request.url === write.request.url && credential === sender,
    );
  return credentials.flatMap((sender) => lastOf(sender) ?? []).filter((last) => last !== write);
}

/** Uses the limit up, and sends a request again after a window. */
const afterPause = (using: Exchange, rateLimit: RateLimit, counted: Counted = status) =>
  `${useUp(using, rateLimit, counted)}; sleep ${Math.ceil(recoveryMs(rateLimit) / 1000)}; ${curlOf(using)}`;

/** The same write, accepted before this one was rejected: what it created may be in the way, as with a 409. */
const sameBefore = ({ index, isSuccess, request }: Exchange, exchanges: readonly Exchange[]) =>
  isSuccess || isRead(request.method)
    ? undefined
    : exchanges.find(
        (each) =>
          each.index < index &&
          each.isSuccess &&
          each.request.method === request.method &&
          each.request.url === request.url &&
          each.request.body === request.body,
      );

/** The same read with another credential, for which a cache may have kept the answer. */
const readByOther = ({ index, request, credential }: Exchange, proofs: readonly Exchange[]) =>
  proofs.find(
    (each) =>
      each.index < index &&
      isRead(request.method) &&
      each.request.method === request.method &&
      each.request.url === request.url &&
      each.credential !== credential,
  );

/** With an API key of another organization than `own`. */
const isReadOfOther = ({ request, kind, isSuccess, organization }: Exchange, own: Exchange) =>
  request.method === "GET" &&
  kind === "api-key" &&
  isSuccess &&
  organization !== undefined &&
  own.organization !== undefined &&
  organization !== own.organization;

/** Sent before the previous exchange of the list was answered. */
const isSentDuring = (exchange: Exchange, at: number, sent: readonly Exchange[]) =>
  exchange.sentAt < (sent[at - 1]?.receivedAt ?? exchange.sentAt);

/** What was sent for the organization, or with the credential if it has none, from the first exchange of the proof to the last. */
function sentFor(using: Exchange, proofs: readonly Exchange[], exchanges: readonly Exchange[]): readonly Exchange[] {
  const { from, to } = spanOf(proofs);
  const bucketOf = ({ organization, credential }: Exchange) => organization ?? credential;
  return exchanges
    .filter((each) => bucketOf(each) === bucketOf(using) && each.sentAt >= from && each.receivedAt <= to)
    .toSorted((a, b) => a.sentAt - b.sentAt);
}

const spanOf = (proofs: readonly Exchange[]) => ({
  from: Math.min(...proofs.map(({ sentAt }) => sentAt)),
  to: Math.max(...proofs.map(({ receivedAt }) => receivedAt)),
});

/** Sends requests like those of the proof: concurrently, with a pause, over some time, or one right after the other. */
function fallingRemaining(
  using: Exchange,
  proofs: readonly Exchange[],
  rateLimit: RateLimit,
  exchanges: readonly Exchange[],
): string {
  const { limit, windowSeconds } = rateLimit;
  const sent = sentFor(using, proofs, exchanges);
  if (sent.some(isSentDuring)) return curlInParallel(using, limit + 1, statusAndRemaining);
  const gaps = sent.slice(1).map((each, at) => each.sentAt - (sent[at]?.receivedAt ?? each.sentAt));
  if (gaps.some((gap) => gap >= windowSeconds * 1000)) return afterPause(using, rateLimit, statusAndRemaining);
  const { from, to } = spanOf(proofs);
  const span = (to - from) / 1000;
  // A loop without a pause is enough for what shows in so small a part of a window.
  if (span < windowSeconds / 12) return curlRepeated(using, limit + 1);
  const pause = Math.ceil((2 * span) / limit);
  return curlRepeated(using, Math.ceil((2 * span) / pause), pause);
}
