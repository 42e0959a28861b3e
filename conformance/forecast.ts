/** What a run will cost, told before it is paid: requests, and seconds. */
import type { SuiteCase } from "./case.ts";
import type { RateLimit } from "./check.ts";
import { recoveryMs } from "./client/budget.ts";
import { callerInRole, unmetNeed } from "./context.ts";
import type { FirstImpression } from "./discover.ts";

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

/** What the probe sends once the limit is reached: a batch and two reads for each class, and a last read. */
const beyondTheLimit = { perClass: 5, atLeast: 4 };

/** For a target that conforms; a failure costs more, since its case is run again. */
export function forecast({ impression, cases, rateLimit, readOnly, sent }: ForecastOptions): Forecast {
  const { discovery, latencyMs, waitMs } = impression;
  const { cast } = discovery;
  const sum = (chosen: readonly SuiteCase[]) =>
    chosen
      .filter(({ needs }) => unmetNeed(cast, needs, readOnly) === undefined)
      .reduce((total, { requests = 0 }) => total + requests, 0);
  const beside = sum(cases.filter(({ lane }) => lane === "anonymous"));
  const elsewhere = sum(cases.filter(({ needs }) => needs?.credential === "expired"));
  const main = sum(cases.filter(({ lane }) => lane !== "anonymous"));
  const foreign = sum(cases.filter(({ needs }) => needs?.credential === "other-organization")) / 2;
  const crossed = rateLimit !== null && discovery.crossing?.kind === "api-key";
  const atHome = main - elsewhere - foreign;
  const classes =
    (["second-key", "session"] as const).filter((role) => callerInRole(cast, role) !== undefined).length +
    (readOnly ? 0 : 1);
  const probing = crossed
    ? Math.max(0, rateLimit.limit - atHome) + beyondTheLimit.perClass * classes + beyondTheLimit.atLeast
    : 0;
  const inSequence = Math.max(main + probing, beside);
  const waitedMs =
    waitMs + (crossed ? recoveryMs(rateLimit) + (1.5 * rateLimit.windowSeconds * 1000) / rateLimit.limit : 0);
  return {
    requests: Math.round(sent + main + beside + probing),
    seconds: Math.round((waitedMs + inSequence * latencyMs) / 1000),
  };
}
