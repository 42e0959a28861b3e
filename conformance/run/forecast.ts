/** What a run will cost, told before it is paid: requests, and seconds. */
import type { SuiteCase } from "../cases/case.ts";
import { recoveryMs } from "../client/budget.ts";
import type { RateLimit } from "../model/check.ts";
import type { FirstImpression } from "./discovery.ts";
import { isFastEnough } from "./limit/burst.ts";
import { callerInRole, unmetNeed } from "./roles.ts";

export interface Forecast {
  readonly requests: number;
  readonly seconds: number;
}

export interface ForecastOptions {
  readonly impression: FirstImpression;
  readonly cases: readonly SuiteCase[];
  /** `null`: the limit is not crossed. */
  readonly rateLimit: RateLimit | null;
  readonly readOnly: boolean;
  /** What has been sent already. */
  readonly sent: number;
}

/** What the probe sends once the limit is reached: a batch and a read for each class, one of each other endpoint, and looks. */
const beyondTheLimit = { perClass: 5, endpoints: 11, looks: 6 };

/** For a target that conforms; a failure costs more, since its case is run again. */
export function forecast({ impression, cases, rateLimit, readOnly, sent }: ForecastOptions): Forecast {
  const { cast, crossing, latencyMs, waitMs, refills } = impression;
  const possible = cases.filter(({ needs }) => unmetNeed(cast, needs, readOnly) === undefined);
  const sentBy = ({ requests = 0, writes = 0 }: SuiteCase) => requests - (readOnly ? writes : 0);
  const sum = (chosen: readonly SuiteCase[], of = sentBy) => chosen.reduce((total, one) => total + of(one), 0);
  const inLane = (name: SuiteCase["lane"]) => possible.filter(({ lane }) => lane === name);
  const first = sum(inLane("first"));
  const anonymous = sum(inLane("anonymous"));
  const elsewhere = sum(possible.filter(({ needs }) => needs?.credential === "expired"));
  const main = first + sum(inLane(undefined));
  const beside = sum(inLane(undefined), ({ beside = 0 }) => beside);
  const last = sum(inLane("last"));
  const hasOther = callerInRole(cast, "other-organization") !== undefined;
  const foreign = hasOther ? sum(possible, (one) => one.elsewhere ?? halfOf(one, sentBy(one))) : 0;
  const crossed = rateLimit !== null && crossing?.kind === "api-key";
  const atHome = main - elsewhere - foreign;
  const classes =
    (["second-key", "session"] as const).filter((role) => callerInRole(cast, role) !== undefined).length +
    (readOnly ? 0 : 2);
  const { perClass, endpoints, looks } = beyondTheLimit;
  const probing = crossed ? Math.max(0, rateLimit.limit - atHome) + perClass * classes + endpoints + looks : 0;
  // Sent while the window is waited for.
  const others =
    crossed && callerInRole(cast, "other-organization") !== undefined ? Math.max(0, rateLimit.limit - foreign) : 0;
  const again =
    crossed && readsAgain(rateLimit, latencyMs, refills) ? usedAgain(rateLimit, refills) : { requests: 0, tokens: 0 };
  const inSequence = Math.max(main - beside, first + anonymous) + probing + last;
  const waitedMs =
    waitMs +
    (rateLimit === null ? 0 : windowsUsed(Math.max(sent + atHome, anonymous), rateLimit) * recoveryMs(rateLimit)) +
    (crossed ? recoveryMs(rateLimit) + ((1.5 + again.tokens) * rateLimit.windowSeconds * 1000) / rateLimit.limit : 0);
  return {
    requests: Math.round(sent + main + anonymous + probing + others + last + again.requests),
    seconds: Math.round((waitedMs + inSequence * latencyMs) / 1000),
  };
}

/** Two organizations' keys send as many, if nothing else is said. */
const halfOf = ({ needs }: SuiteCase, count: number) => (needs?.credential === "other-organization" ? count / 2 : 0);

/** Where the crossing cannot tell one request too many, since one may have come free meanwhile, the limit is used again. */
function readsAgain(rateLimit: RateLimit, latencyMs: number, refills: boolean): boolean {
  const isSlow = (rateLimit.limit * latencyMs) / 1000 > slowestWalk;
  return (refills || isSlow) && isFastEnough(rateLimit, latencyMs);
}

/** The seconds that a walk to nothing may take, to be told from a limiter that refills. */
const slowestWalk = 1.6;

/** The requests that it takes, and the pauses before it, in the time in which one request comes free. */
const usedAgain = ({ limit }: RateLimit, refills: boolean) =>
  refills ? { requests: limit + 1, tokens: 16 } : { requests: limit - 10, tokens: 3 };

/** How often the functional run itself waits for a window, which a small limit does not hold. */
const windowsUsed = (requests: number, { limit }: RateLimit) =>
  Math.max(0, Math.ceil(requests / Math.max(1, limit - 1)) - 1);
