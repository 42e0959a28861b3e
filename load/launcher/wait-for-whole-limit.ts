/** Waits where a script would otherwise begin with a limit that earlier requests have used in part. */
import { realClock } from "../../clock.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import { type RateLimit, recoveryMs } from "../../conformance/model/rate-limit.ts";
import type { K6Progress } from "./k6-progress.ts";
import type { LoadRunOptions, ScenarioRun } from "./load-run.ts";
import { isUserScript, type Scenario } from "./scenario.ts";

/** If no larger part of the limit is used, the script is not kept waiting. */
const maxUsedPart = 0.01;

interface Wait {
  /** In milliseconds. */
  readonly ms: number;
  readonly why: string;
}

/**
 * The wait before `scenario`, if any; `before`: all exchanges until `now`. Twice `recoveryMs` after a user's script, as in
 * `waitForKnownCounting`, since what it sent may not be recorded; once before such a script. A scenario waits by itself.
 */
export function waitBefore(
  scenario: Pick<Scenario, "plan">,
  last: Pick<Scenario, "plan"> | undefined,
  {
    before,
    rateLimit,
    now,
  }: { readonly before: readonly Exchange[]; readonly rateLimit: RateLimit; readonly now: number },
): Wait | undefined {
  const ms = recoveryMs(rateLimit);
  if (last !== undefined && isUserScript(last)) {
    return { ms: 2 * ms, why: "so that what your script has sent does not count any more" };
  }
  const sent = before.filter(({ receivedAt }) => receivedAt > now - ms);
  if (!isUserScript(scenario) || sent.length <= maxUsedPart * rateLimit.limit) return undefined;
  return { ms, why: `so that the ${sent.length} requests before the script do not count any more` };
}

/** `runs`: the scenarios that ran before this one. */
export async function waitForWholeLimit(
  scenario: Scenario,
  runs: readonly ScenarioRun[],
  tried: readonly Exchange[],
  { chosen: { target }, io }: Pick<LoadRunOptions, "chosen" | "io">,
  { say }: Pick<K6Progress, "say">,
): Promise<void> {
  const { rateLimit } = target;
  if (rateLimit === null) return;
  const before = [...tried, ...runs.flatMap(({ result }) => result.exchanges)];
  const wait = waitBefore(scenario, runs.at(-1)?.scenario, { before, rateLimit, now: realClock.now() });
  if (wait === undefined) return;
  say(`waits ${Math.ceil(wait.ms / 1000)} s, ${wait.why}`);
  await realClock.sleep(wait.ms, io.signal).catch(() => undefined);
}
