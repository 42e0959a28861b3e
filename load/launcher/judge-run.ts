/** Judges a load run: by the laws over all exchanges, and by each scenario's own checks and thresholds. Says why the run is incomplete. */
import { refusedWhenExceeded } from "../../conformance/laws/limiter/refused-when-exceeded.ts";
import { Sequence } from "../../conformance/laws/sequence-law.ts";
import { type Exchange, isServerError } from "../../conformance/model/exchange.ts";
import { type RateLimits, rateLimitOf } from "../../conformance/model/rate-limit.ts";
import type { Report } from "../../conformance/model/report.ts";
import type { Judged } from "../../conformance/model/verdict.ts";
import { withDeclarationDoubts } from "../../conformance/run/declaration/declaration-doubts.ts";
import { longerWindowOf } from "../../conformance/run/declaration/limiter-behaviour.ts";
import type { Assembly } from "../../conformance/run/report/assembly.ts";
import { rateLimitsOf } from "../../conformance/target-file/rate-limits.ts";
import { type Contract, loadContract } from "../../spec/contract.ts";
import { claimsOf } from "../in-k6/claims.ts";
import type { ScenarioName } from "../in-k6/plans.ts";
import { scenarioChecks } from "../in-k6/scenario-checks.ts";
import { compactExchangeOf } from "./compact-exchanges.ts";
import { keepsBudget, restatesErrors, saysOnlyErrors } from "./error-budget.ts";
import { judgeByLaws, judgeByScript, lawsOf } from "./judge-records.ts";
import { judgeThresholds } from "./judge-thresholds.ts";
import { type LeftOpen, leftOpenByLimit } from "./left-open-by-limit.ts";
import { brokenK6, loadReportOf } from "./load-report.ts";
import type { LoadRunOptions, ScenarioRun } from "./load-run.ts";
import { unlessLocked } from "./locked-address.ts";
import { judgeMinCapacity } from "./min-capacity.ts";
import type { Roles } from "./roles.ts";
import { isEndedEarly } from "./run-instances.ts";
import { isByThresholdsOnly, notesOf, unjudgedParts } from "./run-notes.ts";
import { isUserScript } from "./scenario.ts";
import { judgeServedReads } from "./served-reads.ts";
import type { Trial } from "./try-target.ts";
import { abortThresholdsOf, judgeUserThresholds } from "./user-thresholds.ts";
import { isAnswered, whyCut, whyIncomplete, whyStopped } from "./why-incomplete.ts";

interface Run {
  readonly runs: readonly ScenarioRun[];
  readonly leftOut: readonly string[];
  /** The names of the scenarios that were not started, since the run ended before. */
  readonly notStarted: readonly string[];
  readonly roles: Roles;
  readonly trial: Trial;
  readonly options: LoadRunOptions;
  /** On the target's clock. */
  readonly startedAt: number;
  /** How far the clocks of the processes may differ, in milliseconds. */
  readonly clockDifferenceMs: number;
  /** Why a record is known to lack requests, if it does not show that itself. */
  readonly cut?: string | undefined;
}

/** The report of a run for which k6 was not started. */
export function reportWithoutK6(trial: Trial, options: LoadRunOptions, startedAt: number): Report {
  const { obstacle, doubts, notes, exchanges, incomplete } = trial;
  const reasons = [...(obstacle === undefined ? [] : [obstacle]), ...incomplete];
  const known = assemblyOf(options, startedAt);
  return loadReportOf({ ...known, judged: [], doubts, notes, exchanges, incomplete: reasons }, []);
}

export function judgeRun(run: Run): Report {
  const { runs, leftOut, notStarted, roles, trial, options, startedAt } = run;
  const known = assemblyOf(options, startedAt);
  const exchanges = [...trial.exchanges, ...runs.flatMap(({ result }) => result.exchanges)];
  const rateLimits = rateLimitsOf(options.chosen.target, exchanges);
  const claims = claimsIn(run);
  const { judged, doubts, incomplete, sequence } = judgeAll(run, known.contract, exchanges, rateLimits, claims);
  const leftOpen = leftOpenIn(run, judged, exchanges, rateLimits);
  const isOfSeveral = isRunOfSeveral(run);
  const isWindowLonger = sequence.histories.some((history) => longerWindowOf(history) !== undefined);
  const whole = {
    callers: trial.callers,
    roles,
    instances: options.instances,
    leftOpen,
    isWindowLonger,
    isOfSeveral,
    options,
  };
  const assembly = {
    ...known,
    judged,
    doubts: [...new Set([...trial.doubts, ...doubts])],
    notes: [
      ...leftOut.map((reason) => `left out: ${reason}`),
      ...(notStarted.length === 0 ? [] : [`not started any more: ${notStarted.join(", ")}`]),
      ...new Set(runs.flatMap((each, at) => notesOf(each, at === 0, whole))),
    ],
    exchanges,
    incomplete: [...whyIncomplete(runs, isOfSeveral, roles, options), ...trial.incomplete, ...incomplete],
  };
  const incompleteParts = options.complete ? runs.flatMap((each) => unjudgedParts(each, whole)) : undefined;
  return loadReportOf(assembly, runs, {
    claims: claims ?? [],
    leftOpen,
    shape: shapeOf(options),
    incompleteParts,
    isOfSeveral,
  });
}

/**
 * The results of the laws, of the scenarios' own checks and of all thresholds; why the target file may be wrong (`doubts`), and why the run is then
 * incomplete. `exchanges`: of the whole run, also before k6 started. `sequence`: the same, with the latest possible times of receipt.
 */
function judgeAll(
  run: Run,
  contract: Contract,
  exchanges: readonly Exchange[],
  rateLimits: RateLimits | null,
  claims: readonly string[] | undefined,
) {
  const { runs, options } = run;
  const { target } = options.chosen;
  const later = exchanges.map(receivedLater(run.clockDifferenceMs));
  const isEnded = runs.some(({ result }) => isEndedEarly(result));
  const sequence = new Sequence(isEnded ? beforeUnrecorded(later) : later, rateLimits, target.credentials);
  // Without a request of a script, the laws would judge only what was sent before k6 started.
  const isSentByScripts = runs.some(({ result }) => result.exchanges.length > 0);
  const claiming = { instances: options.instances, claims, ...flawsOf(run) };
  const byLaws = isSentByScripts ? judgeByLaws(sequence, claiming, contract, rateLimits, later) : [];
  const byScripts = runs.flatMap((each) => withScenarioName(run, each, judgeByScripts(each, exchanges)));
  const isKept = keepsBudget(options, runs);
  const withoutServerErrors = () =>
    new Sequence(
      sequence.exchanges.filter((each) => !isServerError(each)),
      rateLimits,
      target.credentials,
    );
  const reported = [...byLaws.map((judged) => withScenarioOfProof(run, judged)), ...byScripts].filter(
    (judged) => !isKept || !saysOnlyErrors(judged, withoutServerErrors),
  );
  const checked = reported.filter((judged) => !restatesErrors(judged, reported, withoutServerErrors));
  const doubted = withDeclarationDoubts(
    { target, contract, laws: lawsOf(contract), loadChecks },
    checked,
    sequence,
    rateLimits,
  );
  const byThresholds = runs.flatMap((each) => judgeThresholdsOf(run, each, doubted.judged, claims, isKept));
  return { ...doubted, judged: [...doubted.judged, ...byThresholds], sequence };
}

/** What a run of `limit` leaves open; nothing if the server served too many requests, or without `limit`. */
function leftOpenIn(
  { runs, roles }: Run,
  judged: readonly Judged[],
  exchanges: readonly Exchange[],
  rateLimits: RateLimits | null,
): readonly LeftOpen[] {
  const servedTooMany = judged.some(
    ({ check, verdict }) => check === refusedWhenExceeded && verdict.verdict === "fail",
  );
  const has = (name: ScenarioName) => runs.some(({ result }) => result.scenario === name);
  // The limit of the organization that exceeds it.
  const limitOfA = rateLimits === null ? undefined : rateLimitOf(rateLimits, roles.KEY_A?.label ?? "");
  return has("limit") && limitOfA !== undefined && !servedTooMany
    ? leftOpenByLimit(exchanges, limitOfA, has("recovery"))
    : [];
}

/** The options that shape the load, as on the command line. */
const shapeOf = ({ rate, users, stages, duration }: LoadRunOptions): string =>
  Object.entries({ rate, users, stages, duration })
    .flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${value}`]))
    .join(" ");

const flawsOf = ({ runs, cut }: Run) => ({
  stopped: runs.flatMap(({ result }) => whyStopped(result) ?? [])[0],
  cut: runs.flatMap((each) => whyCut(each) ?? [])[0] ?? cut,
});

/** The scenarios' checks that fail if requests are planned with a wrong window, since they are then rejected. */
const loadChecks = [scenarioChecks.neverRejected.id, scenarioChecks.servedAgain.id];

/** If the clocks of the processes differ by up to `ms`, a response may have come that much later than its process recorded. */
export const receivedLater =
  (ms: number) =>
  (exchange: Exchange): Exchange =>
    ms === 0 ? exchange : compactExchangeOf({ ...exchange, receivedAt: exchange.receivedAt + ms });

/**
 * k6 does not record the requests that are in flight when it ends a run before its time. The server may have counted them, so of requests that were sent as
 * late as these, the sequence is not judged.
 */
export function beforeUnrecorded(exchanges: readonly Exchange[]): readonly Exchange[] {
  const end = exchanges.reduce((max, { receivedAt }) => Math.max(max, receivedAt), 0);
  const longestMs = exchanges.reduce((max, { sentAt, receivedAt }) => Math.max(max, receivedAt - sentAt), 0);
  return exchanges.filter(({ sentAt }) => sentAt < end - longestMs);
}

/** `flow` may follow `auth`, whose flood of rejected credentials a gateway may answer with a lock on the address. */
function judgeByScripts({ result }: ScenarioRun, all: readonly Exchange[]): readonly Judged[] {
  const judged = [...judgeByScript(result.judgements, result.exchanges), ...judgeServedReads(result)];
  return result.scenario === "flow" ? judged.map((each) => unlessLocked(each, all)) : judged;
}

/** The run has several scenarios, even if only one of them was started. */
const isRunOfSeveral = ({ runs, notStarted }: Run) => runs.length + notStarted.length > 1;

/** Adds the scenario's name to its results, if the run has several scenarios. */
const withScenarioName = (run: Run, { scenario }: ScenarioRun, judged: readonly Judged[]): readonly Judged[] =>
  isRunOfSeveral(run) ? judged.map((each) => ({ ...each, scenario: scenario.name })) : judged;

/**
 * A law judges all scenarios together. Adds the scenario's name if the exchanges that prove the verdict are of one scenario only, or if
 * nothing shows what only one scenario claims.
 */
function withScenarioOfProof(run: Run, judged: Judged): Judged {
  const { verdict, exchanges } = judged.verdict;
  const [only, another] = run.runs.filter(({ result }) =>
    exchanges.length === 0
      ? verdict === "inconclusive" && claimsOfRun(run, result).includes(judged.check.id)
      : result.exchanges.some(({ index }) => index === exchanges[0] || index === exchanges.at(-1)),
  );
  if (only === undefined || another !== undefined) return judged;
  return withScenarioName(run, only, [judged])[0] ?? judged;
}

/** The part of a report that is known before a request is sent. */
const assemblyOf = (options: LoadRunOptions, startedAt: number): Omit<Assembly, "judged" | "notes" | "exchanges"> => ({
  target: options.chosen.target,
  clock: options.chosen.clock,
  contract: loadContract(),
  seed: options.seed,
  strict: options.strict,
  baseline: options.baseline,
  isEmbedded: options.chosen.isEmbedded,
  startedAt,
  observations: [],
  replayOf: (_check, _exchanges, scenario) => options.replayOf(scenario),
});

/** The results of one scenario's thresholds, and a broken result if k6 itself failed. `isKept`: errors are within the user's budget. */
function judgeThresholdsOf(
  run: Run,
  each: ScenarioRun,
  checked: readonly Judged[],
  claims: readonly string[] | undefined,
  isKept: boolean,
): readonly Judged[] {
  const { result, scenario } = each;
  const { exchanges, failure, refusal } = result;
  // The script counts the errors that the user's budget allows, too; each of its other findings is a check that fails.
  const own = abortThresholdsOf(run.options);
  const ofScript = result.thresholds.filter(({ metric, expression }) => own[metric]?.includes(expression) !== true);
  const thresholds = ofScript.map((threshold) =>
    isKept && threshold.metric === "fpk_findings" ? { ...threshold, holds: true } : threshold,
  );
  const ofScenario = checked.filter((judged) => judged.scenario === undefined || judged.scenario === scenario.name);
  const isJudged = (isAnswered(result) || isByThresholdsOnly(each)) && refusal === undefined;
  // If the target answered none of the requests, that explains why k6 failed. An error in a user's script is not this suite's.
  const isBroken = failure !== undefined && !isUserScript(scenario) && (isAnswered(result) || exchanges.length === 0);
  return withScenarioName(run, each, [
    ...(isJudged ? judgeThresholds(thresholds, ofScenario, claims) : []),
    ...judgeUserThresholds(run.options, scenario, result),
    ...judgeMinCapacity(run.options.minCapacity, scenario, result),
    ...(isBroken ? [brokenK6(failure)] : []),
  ]);
}

/** The laws that the scenarios claim to judge; a scenario that could not run claims none. Undefined if only a user's scripts ran. */
function claimsIn(run: Run): readonly string[] | undefined {
  const known = run.runs.flatMap(({ result }) =>
    result.refusal === undefined && result.scenario === undefined ? [] : [claimsOfRun(run, result)],
  );
  return known.length === 0 ? undefined : [...new Set(known.flat())];
}

/** The laws that one scenario claims to judge. */
function claimsOfRun({ roles, options: { instances } }: Run, result: ScenarioRun["result"]): readonly string[] {
  const { scenario, exchanges, refusal } = result;
  if (scenario === undefined || refusal !== undefined) return [];
  return claimsOf(scenario, { hasSecondKey: roles.KEY_A2 !== undefined, exchanges, instances });
}
