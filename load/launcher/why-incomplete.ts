/** Sentences that say why a load run is incomplete. */
import { plural } from "../../cli/plural.ts";
import { listed } from "../../conformance/model/in-words.ts";
import { countCutOff } from "../in-k6/cut-off.ts";
import { scenarioChecks } from "../in-k6/scenario-checks.ts";
import { abortMessage, stoppedAnswering } from "../in-k6/stopped-answering.ts";
import type { LoadRunOptions, ScenarioRun } from "./load-run.ts";
import { whyNoCapacity } from "./min-capacity.ts";
import { type Roles, withLabels } from "./roles.ts";
import type { InstancesResult } from "./run-instances.ts";
import { isByThresholdsOnly } from "./run-notes.ts";
import { isUserScript } from "./scenario.ts";
import { whyTooFew } from "./shortfall.ts";
import { judgeUserThresholds } from "./user-thresholds.ts";

/** `isOfSeveral`: the run has several scenarios, so a sentence begins with the name of its own. */
export const whyIncomplete = (
  runs: readonly ScenarioRun[],
  isOfSeveral: boolean,
  roles: Roles,
  options: LoadRunOptions,
) => [
  ...(options.io.signal.aborted ? ["the run was interrupted"] : []),
  ...runs.flatMap((each) => whyEnded(each, options)),
  ...whyNoCapacity(options.minCapacity, runs),
  ...runs.flatMap((each) =>
    whyScenarioIncomplete(each, roles, options).map((why) => (isOfSeveral ? `${each.scenario.name}: ${why}` : why)),
  ),
];

/** The user's own thresholds that a scenario missed, such as `--latency p95=200ms`. */
const missedBy = ({ scenario, result }: ScenarioRun, options: LoadRunOptions) =>
  judgeUserThresholds(options, scenario, result).flatMap(({ check, verdict }) =>
    verdict.verdict === "fail" ? [check.clause] : [],
  );

/** Whether a check of the script failed, or a threshold of the user's was missed. The user's threshold on errors decides on answers. */
export const hasFailed = (run: ScenarioRun, options: LoadRunOptions): boolean =>
  missedBy(run, options).length > 0 ||
  run.result.judgements.some(
    ({ verdict, check }) =>
      verdict === "fail" && (options.maxErrorPercent === undefined || check !== scenarioChecks.answered.id),
  );

function whyEnded(run: ScenarioRun, options: LoadRunOptions): readonly string[] {
  if (options.abortOnFail !== true || run.result.isEndedByThreshold !== true) return [];
  const missed = missedBy(run, options);
  if (missed.length > 0)
    return [`ended when ${listed(missed)} ${missed.length === 1 ? "was" : "were"} missed (--abort-on-fail)`];
  if (hasFailed(run, options)) return ["ended at the first failure (--abort-on-fail)"];
  return ["k6 ended the run, since it saw a threshold missed (--abort-on-fail), which over all responses holds"];
}

export const isAnswered = ({ exchanges }: Pick<InstancesResult, "exchanges">) =>
  exchanges.some(({ response }) => response !== undefined);

function whyScenarioIncomplete(each: ScenarioRun, roles: Roles, options: LoadRunOptions): readonly string[] {
  const { scenario, result, unanswered } = each;
  const { exchanges, thresholds, refusal, failure, exception } = result;
  const [first] = exchanges;
  if (first !== undefined && !isAnswered(result)) return [`the target did not answer: ${first.failure}`];
  if (refusal !== undefined) return [withLabels(refusal, roles)];
  if (failure !== undefined && isUserScript(scenario)) return [failure];
  const stopped = whyStopped(result);
  if (stopped !== undefined) return [stopped];
  if (exception !== undefined) return [exception];
  const cut = whyCut(each);
  if (cut !== undefined) return [cut];
  if (unanswered !== undefined)
    return [
      `after the script the target did not answer any more: ${unanswered}; what k6 measured may be of its end, too`,
    ];
  const tooFew = whyTooFew(each, options);
  if (tooFew !== undefined) return [tooFew];
  if (isByThresholdsOnly(each))
    return thresholds.length > 0 ? [] : ["the script has no thresholds, and what it sends is not recorded"];
  return exchanges.length > 0 ? [] : ["no exchange was recorded"];
}

/** Says that the target stopped answering, and when. */
export const whyStopped = ({ exchanges, isAborted }: Pick<InstancesResult, "exchanges" | "isAborted">) =>
  stoppedAnswering(exchanges) ?? (isAborted === true ? `${abortMessage} some of the requests` : undefined);

/**
 * Says that of what k6 recorded some is missing or there twice, as by a full disk or a broken copy. A user's script may send requests that
 * are not recorded.
 */
export function whyCut({ scenario, result: { exchanges, unreadable, counted } }: ScenarioRun): string | undefined {
  const recorded = exchanges.length;
  const lacks = counted !== undefined && counted > recorded && !isUserScript(scenario);
  const repeats = counted !== undefined && counted < recorded - countCutOff(exchanges);
  const parts = [
    ...(repeats
      ? [`k6 counted ${plural(counted, "request")}, and the record has ${recorded}: some are there twice`]
      : []),
    ...(lacks ? [`k6 counted ${plural(counted, "request")} and recorded ${recorded}`] : []),
    ...(unreadable > 0 ? [`${plural(unreadable, "line")} of the record cannot be read`] : []),
  ];
  const orEdited = lacks && unreadable === 0 ? ", unless the script was edited to send what it does not record" : "";
  return parts.length === 0 ? undefined : `the record is not whole: ${parts.join(", and ")}${orEdited}`;
}
