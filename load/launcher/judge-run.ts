/** What a load run shows: the laws over all that was sent, each scenario's own checks and thresholds, and why it may not be complete. */
import { Sequence } from "../../conformance/laws/sequence-law.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { Report } from "../../conformance/model/report.ts";
import type { Judged } from "../../conformance/model/verdict.ts";
import { withDeclarationDoubts } from "../../conformance/run/declaration/declaration-doubts.ts";
import type { Assembly } from "../../conformance/run/report/assembly.ts";
import { rateLimitsOf } from "../../conformance/target-file/rate-limits.ts";
import { loadContract } from "../../spec/contract.ts";
import { claimsOf } from "../in-k6/claims.ts";
import { compactExchangeOf } from "./compact-exchanges.ts";
import { judgeByLaws, judgeByScript, lawsOf } from "./judge-records.ts";
import { judgeThresholds } from "./judge-thresholds.ts";
import { judgeLatencies } from "./latency-threshold.ts";
import { brokenK6, loadReportOf } from "./load-report.ts";
import type { LoadRunOptions, ScenarioRun } from "./load-run.ts";
import type { Roles } from "./roles.ts";
import { isByThresholdsOnly, notesOf } from "./run-notes.ts";
import type { Trial } from "./try-target.ts";
import { isAnswered, whyIncomplete } from "./why-incomplete.ts";

interface Run {
  readonly runs: readonly ScenarioRun[];
  readonly leftOut: readonly string[];
  readonly roles: Roles;
  readonly trial: Trial;
  readonly options: LoadRunOptions;
  /** On the target's clock. */
  readonly startedAt: number;
  /** By how many milliseconds the clocks of the processes may differ. */
  readonly clockDifferenceMs: number;
}

/** The report of a run for which k6 was not started. */
export function reportWithoutK6(trial: Trial, options: LoadRunOptions, startedAt: number): Report {
  const { obstacle, doubts, notes, exchanges, incomplete } = trial;
  const reasons = [...(obstacle === undefined ? [] : [obstacle]), ...incomplete];
  const known = knownBefore(options, startedAt);
  return loadReportOf({ ...known, judged: [], doubts, notes, exchanges, incomplete: reasons }, []);
}

export function judgeRun(run: Run): Report {
  const { runs, leftOut, roles, trial, options, startedAt } = run;
  const { target } = options.chosen;
  const known = knownBefore(options, startedAt);
  const ofScripts = runs.flatMap(({ result }) => result.exchanges);
  const exchanges = [...trial.exchanges, ...ofScripts];
  const rateLimits = rateLimitsOf(target, exchanges);
  const sequence = new Sequence(exchanges.map(later(run.clockDifferenceMs)), rateLimits);
  const claims = claimsIn(run);
  const claiming = { instances: options.instances, claims };
  // A script that has sent nothing has shown nothing.
  const byLaws = ofScripts.length === 0 ? [] : judgeByLaws(sequence, claiming, known.contract, rateLimits);
  const byScripts = runs.flatMap((each) => named(run, each, judgeByScript(each.result.judgements)));
  const checked = [...byLaws.map((judged) => withScenario(run, judged)), ...byScripts];
  const { contract } = known;
  const doubted = withDeclarationDoubts({ target, contract, laws: lawsOf(contract) }, checked, sequence, rateLimits);
  const judged = [...doubted.judged, ...runs.flatMap((each) => judgeEnd(run, each, doubted.judged, claims))];
  const assembly = {
    ...known,
    judged,
    doubts: [...new Set([...trial.doubts, ...doubted.doubts])],
    notes: [
      ...leftOut.map((reason) => `left out: ${reason}`),
      ...new Set(runs.flatMap((each) => notesOf(each, roles, options.instances, runs.length > 1))),
    ],
    exchanges,
    incomplete: [...whyIncomplete(runs, roles, options), ...trial.incomplete, ...doubted.incomplete],
  };
  return loadReportOf(assembly, runs);
}

/** If the clocks of several processes differ by up to `ms`, a response may have come that much later than its process recorded. */
export const later =
  (ms: number) =>
  (exchange: Exchange): Exchange =>
    ms === 0 ? exchange : compactExchangeOf({ ...exchange, receivedAt: exchange.receivedAt + ms });

/** A run of one scenario does not say which one a result is from. */
const named = ({ runs }: Run, { scenario }: ScenarioRun, judged: readonly Judged[]): readonly Judged[] =>
  runs.length === 1 ? judged : judged.map((each) => ({ ...each, scenario: scenario.name }));

/** A law judges all scenarios together; the exchanges that prove its verdict are of one of them, or of several. */
function withScenario(run: Run, judged: Judged): Judged {
  const { exchanges } = judged.verdict;
  const shown = run.runs.filter(({ result }) =>
    result.exchanges.some(({ index }) => index === exchanges[0] || index === exchanges.at(-1)),
  );
  const [only] = shown.length === 1 ? shown : [];
  return only === undefined ? judged : (named(run, only, [judged])[0] ?? judged);
}

/** The part of a report that is known before anything is sent. */
const knownBefore = (options: LoadRunOptions, startedAt: number): Omit<Assembly, "judged" | "notes" | "exchanges"> => ({
  target: options.chosen.target,
  clock: options.chosen.clock,
  contract: loadContract(),
  seed: options.seed,
  strict: options.strict,
  baseline: options.baseline,
  isEmbedded: options.chosen.isEmbedded,
  startedAt,
  observations: [],
  replayOf: (_check, _exchanges, scenario) => options.againOf(scenario),
});

/** The thresholds of one scenario, and whether k6 itself failed. */
function judgeEnd(
  run: Run,
  each: ScenarioRun,
  checked: readonly Judged[],
  claims: readonly string[] | undefined,
): readonly Judged[] {
  const { result, scenario } = each;
  const { exchanges, thresholds, failure, refusal } = result;
  const ofScenario = checked.filter((judged) => judged.scenario === undefined || judged.scenario === scenario.name);
  const isJudged = (isAnswered(result) || isByThresholdsOnly(each)) && refusal === undefined;
  // Where nobody answers, it says nothing more that k6 failed; and a script of the user's is not this suite's.
  const isBroken =
    failure !== undefined && scenario.plan !== undefined && (isAnswered(result) || exchanges.length === 0);
  return named(run, each, [
    ...(isJudged ? judgeThresholds(thresholds, ofScenario, claims) : []),
    ...judgeLatencies(run.options.latencies, exchanges),
    ...(isBroken ? [brokenK6(failure)] : []),
  ]);
}

/** The laws that the scenarios are about; a script that could not run claims nothing. Undefined if only the user's scripts ran. */
function claimsIn({ runs, roles, options: { instances } }: Run): readonly string[] | undefined {
  const hasSecondKey = roles.KEY_A2 !== undefined;
  const known = runs.flatMap(({ result: { scenario, exchanges, refusal } }) => {
    if (refusal !== undefined) return [[]];
    return scenario === undefined ? [] : [claimsOf(scenario, { hasSecondKey, exchanges, instances })];
  });
  return known.length === 0 ? undefined : [...new Set(known.flat())];
}
