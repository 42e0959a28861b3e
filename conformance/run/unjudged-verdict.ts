/** Why a law over a run's exchanges found nothing to judge, and what in the target file or the run changes that. */
import type { Caller } from "../client/caller.ts";
import { noExchange } from "../laws/apply.ts";
import { recovers } from "../laws/limiter/recovers.ts";
import { isExhausted, isKey429 } from "../laws/limiter/single-exchange.ts";
import type { SequenceLaw, SequenceNeeds } from "../laws/sequence-law.ts";
import type { Exchange } from "../model/exchange.ts";
import { type RateLimits, rateLimitOf } from "../model/rate-limit.ts";
import { remainingOf } from "../model/rate-limit-headers.ts";
import { type Unjudged, unjudged } from "../model/verdict.ts";
import { lastAnswered401 } from "./cases/ended-session.ts";
import type { Discovery } from "./discovery/discover.ts";
import { leftOutByReadOnly, unmetNeed } from "./discovery/roles.ts";
import { type Crossing, otherOrganizations, sessionOf } from "./limit/cross.ts";
import { organizationForLimiter } from "./limit/organization-of-key.ts";
import type { Run } from "./run.ts";

/** With a smaller limit, too few requests of one kind in a row can be sent for some laws to decide. */
const minLimit = 40;

/**
 * The verdict of a law with nothing to judge: `skip` if the target file or the run lacks something, or the failure of
 * another law explains it (`explanation`), else `inconclusive`.
 */
export function unjudgedVerdict(
  law: SequenceLaw,
  crossing: Crossing,
  run: Run,
  discovery: Discovery,
  explanation: string | undefined,
): Unjudged {
  const { needs, skipReason } = law;
  if (needs?.limitExceeded !== true) {
    const { cast } = discovery;
    const unmet = unmetNeed(cast, needs, run.readOnly);
    const partly = crossing.outcome === "not-reached" ? leftOut : "";
    return unjudged("skip", unmet ?? `${skipReason ?? noExchange}${partly}`);
  }
  if (crossing.outcome === "not-attempted") return unjudged("skip", crossing.reason);
  const missing = missingFor(needs, crossing, run, discovery);
  if (missing !== undefined) return unjudged("skip", missing);
  if (crossing.outcome === "exceeded" && skipReason !== undefined) return unjudged("skip", skipReason);
  const unread = law.clause === "limit.remaining" ? whyNoRemaining(run.client.exchanges) : undefined;
  if (unread !== undefined) return unjudged("skip", unread);
  if (explanation !== undefined) return unjudged("skip", explanation);
  if (crossing.outcome === "not-reached") return unjudged("inconclusive", crossing.reason);
  const rejected = run.client.exchanges.filter(isKey429);
  const reason = law === recovers && !rejected.some(isExhausted) ? noZero : undecided;
  return unjudged("inconclusive", reason);
}

const leftOut =
  " (or fix the rate limit first: the run never got a 429, so the requests that follow one were not sent)";

/** Undefined if a response has the header with an integer. */
function whyNoRemaining(exchanges: readonly Exchange[]): string | undefined {
  if (exchanges.some((exchange) => remainingOf(exchange) !== undefined)) return undefined;
  const isThere = exchanges.some((exchange) => exchange.header("X-RateLimit-Remaining") !== undefined);
  return isThere ? noInteger : noRemaining;
}

const noInteger = "no answer has an integer as X-RateLimit-Remaining: see limit.remaining-integer";

const noRemaining = "no answer has X-RateLimit-Remaining: see limit.headers-present";

export const undecided =
  "a server that keeps this rule and one that breaks it could both give the responses of this run: run it again with a longer window, or nearer to the server if it is far away";

const noZero =
  "each 429 reports that requests remain, so it may come from another limit than the organization's: report X-RateLimit-Remaining: 0 with it";

/** Why a law about every method cannot pass: some methods were not sent. */
export function unsentMethods({ needs }: SequenceLaw, crossing: Crossing, { readOnly }: Run): string | undefined {
  if (needs?.writes && readOnly) return leftOutByReadOnly;
  const hasSubmitted = crossing.outcome === "not-attempted" || crossing.hasSubmitted !== false;
  return needs?.submissions && !hasSubmitted ? noSubmissions : undefined;
}

const noSubmissions = "no submission was sent while the limit was exceeded: see answers.submitFeedback";

/** What the target file or the run lacks for a law about the limit. */
function missingFor(
  needs: SequenceNeeds,
  crossing: Exclude<Crossing, { outcome: "not-attempted" }>,
  run: Run,
  discovery: Discovery,
): string | undefined {
  const { cast, limitCaller: key, rateLimits } = discovery;
  const unmet = unmetNeed({ ...cast, primaryKey: key }, needs, run.readOnly);
  if (unmet !== undefined) return unmet;
  const noSession = needs.sameOrganization ? missingSession(run, discovery) : undefined;
  if (noSession !== undefined) return noSession;
  if (needs.thirdOrganization && countOthers(cast.callers, key, rateLimits) < 2)
    return "no other organization was in use without a pause for longer than a window: add API keys of three organizations to the target file, which lets many runs judge it, or run fpk load steady, which always does";
  if (needs.submissions && crossing.hasSubmitted === false) return noSubmissions;
  return crossing.outcome === "exceeded" ? missingForCertainty(discovery) : undefined;
}

function missingSession({ client }: Run, { cast, limitCaller: key }: Discovery): string | undefined {
  const session = key && sessionOf(key, cast.callers);
  if (session === undefined)
    return `needs a session of the organization of ${key?.label ?? "the API key"}: add one to the target file, or set its org`;
  return lastAnswered401(session.label, client.exchanges);
}

function missingForCertainty({ cast, limitCaller: key, rateLimits }: Discovery): string | undefined {
  if (organizationForLimiter(cast.callers, key) === undefined)
    return `needs the organizations of the API keys, and the target does not report that of ${key?.label}: set org of each in the target file`;
  const rateLimit = rateLimits === null ? undefined : rateLimitOf(rateLimits, key?.label ?? "");
  if (rateLimit === undefined || rateLimit.limit >= minLimit) return undefined;
  return `needs a limit of about ${minLimit} requests or more: with ${rateLimit.limit}, too few requests can be sent for a certain verdict; raise it for this run`;
}

const countOthers = (callers: readonly Caller[], key: Caller | undefined, rateLimits: RateLimits | null) =>
  key === undefined || rateLimits === null ? 0 : otherOrganizations(callers, key, rateLimits).length;
