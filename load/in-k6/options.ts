/** Parts of a script's exported `options`: a k6 scenario of one iteration, and the thresholds. */
import type { Environment } from "./environment.ts";
import type { ScenarioCheck } from "./scenario-checks.ts";

/**
 * One virtual user in each k6 process runs the exported function `exec` once. It sends all of the organization's requests, so that
 * their order is known.
 */
export const onceInEachProcess = (
  { instances }: Environment,
  { exec, clause, maxSeconds }: { readonly exec: string; readonly clause: string; readonly maxSeconds: number },
) => ({
  executor: "per-vu-iterations",
  vus: instances,
  iterations: 1,
  maxDuration: `${Math.ceil(maxSeconds)}s`,
  exec,
  tags: { clause },
});

/** `setup` may have to wait for a fresh window. */
export const setupTimeout = "10m";

export interface AbortThreshold {
  readonly threshold: string;
  readonly abortOnFail: true;
  readonly delayAbortEval?: string;
}

/** A few first responses decide no percentile and no share. */
const delayAbortEval = "5s";

/**
 * k6 passes thresholds on metrics without samples, so a run whose virtual user was cut off would pass, too. Therefore a threshold on
 * `fpk_judged` demands that each of `checks` and `laws` was judged. The launcher judges the laws if the script only records, or
 * if there are several instances.
 */
export function thresholdsOf(
  { instances, isRecording, abortsOnFail, abortThresholds }: Environment,
  { checks = [], laws = [] }: { readonly checks?: readonly ScenarioCheck[]; readonly laws?: readonly string[] },
): Readonly<Record<string, readonly (string | AbortThreshold)[]>> {
  const counted = [...checks.map(({ id }) => id), ...(isRecording || instances > 1 ? [] : laws)];
  return {
    fpk_findings: [abortsOnFail ? { threshold: "count==0", abortOnFail: true } : "count==0"],
    ...(isRecording ? {} : { fpk_judged: ["count>0"] }),
    ...Object.fromEntries(counted.map((id) => [`fpk_judged{check:${id}}`, ["count>0"]])),
    ...Object.fromEntries(
      Object.entries(abortThresholds).map(([metric, expressions]) => [
        metric,
        expressions.map((threshold) => ({ threshold, abortOnFail: true, delayAbortEval }) as const),
      ]),
    ),
    ...(instances > 1 ? {} : { fpk_unjudged: ["count==0"] }),
  };
}
