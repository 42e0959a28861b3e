/** One load run, from finding k6 to the report: its scenarios run one after the other, on one target. */
import { plural } from "../../cli/plural.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { Report } from "../../conformance/model/report.ts";
import { hostOf } from "../../conformance/tools/container.ts";
import { k6 } from "../../conformance/tools/k6.ts";
import { type FoundTool, requireTool } from "../../conformance/tools/tool.ts";
import { stoppedAnswering } from "../in-k6/stopped-answering.ts";
import { announce } from "./announce.ts";
import { chooseScenarios, type Order, requireFit } from "./choose-scenarios.ts";
import { inspectScripts } from "./inspect-scripts.ts";
import { judgeRun, reportWithoutK6 } from "./judge-run.ts";
import { type K6Progress, k6Progress } from "./k6-progress.ts";
import type { LoadRunOptions, ScenarioRun } from "./load-run.ts";
import { assignRoles, missingRolesHint, type Roles } from "./roles.ts";
import { runInstances } from "./run-instances.ts";
import { isByThresholdsOnly } from "./run-notes.ts";
import { scriptVariables } from "./script-environment.ts";
import { type Trial, tryTarget, whyUnanswered } from "./try-target.ts";
import { abortThresholdsOf, unsentBy } from "./user-thresholds.ts";
import { waitForWholeLimit } from "./wait-for-whole-limit.ts";
import { hasFailed, isAnswered } from "./why-incomplete.ts";

/** Throws `ToolError` if there is no k6, `UsageError` if the target lacks what a scenario needs. */
export async function runScenarios(options: LoadRunOptions): Promise<Report> {
  const { chosen, redact, io } = options;
  requireFit(options);
  const found = await requireTool(k6, io.env);
  const progress = k6Progress(io.stderr, redact, () => performance.now());
  const startedAt = chosen.clock.now();
  progress.say(`target ${chosen.name}`);
  const trial = await tryTargetFile(options, progress);
  const roles = assignRoles(trial.callers);
  if (trial.obstacle !== undefined || lacksRejectedCredential(trial, options, roles)) {
    // The report, which follows immediately, has the doubts.
    sayAll(trial.hints, options, progress);
    return reportWithoutK6(trial, options, startedAt);
  }
  sayAll([...trial.doubts, ...trial.hints], options, progress);
  const order = chooseScenarios(options, roles, trial.exchanges);
  const variables = scriptVariables(options, chosen.target, roles, []);
  sayAll(await inspectScripts(options.scenarios, { ...options, ...io, found, variables }), options, progress);
  announce(order, options, progress);
  const ordered = order.scenarios.map(({ scenario }) => scenario);
  for (const line of unsentBy(options.latencies, ordered)) progress.say(line);
  progress.say(`k6 ${found.version} (${found.place})`);
  const runs = await runInOrder(order, { options, trial, roles, found, progress });
  const clockDifferenceMs = options.instances > 1 ? maxClockDifferenceMs : 0;
  const notStarted = order.scenarios.slice(runs.length).map(({ scenario }) => scenario.name);
  return judgeRun({ runs, leftOut: order.leftOut, notStarted, roles, trial, options, startedAt, clockDifferenceMs });
}

/** Whether a scenario that the user named lacks a credential, perhaps because the target answered 401 to one of the target file. */
const lacksRejectedCredential = ({ hasRejected }: Trial, { isAll, scenarios }: LoadRunOptions, roles: Roles) =>
  hasRejected && !isAll && scenarios.some((scenario) => missingRolesHint(scenario, roles) !== undefined);

interface Setting {
  readonly options: LoadRunOptions;
  readonly trial: Trial;
  readonly roles: Roles;
  readonly found: FoundTool;
  readonly progress: K6Progress;
}

/** Runs the scenarios one after the other, until the user interrupts, the target stops answering or, with `abortOnFail`, one fails. */
async function runInOrder({ scenarios }: Order, { options, trial, progress, ...setting }: Setting) {
  const { io, redact } = options;
  const runs: ScenarioRun[] = [];
  for (const { scenario, forecast } of scenarios) {
    const isAborted = options.abortOnFail === true && runs.some((run) => hasFailed(run, options));
    const last = runs.at(-1)?.result.exchanges ?? [];
    if (io.signal.aborted || isAborted || isOut(last)) break;
    if (scenarios.length > 1) progress.say(`${scenario.name} (${runs.length + 1} of ${scenarios.length})`);
    const firstIndex = runs.reduce((sum, { result }) => sum + result.exchanges.length, trial.exchanges.length);
    await waitForWholeLimit(scenario, runs, trial.exchanges, options, progress);
    // Only the first scenario starts in the window of the trial's requests; the others wait for a fresh one.
    const before = runs.length === 0 ? trial.exchanges : [];
    const variables = {
      ...scriptVariables(options, options.chosen.target, setting.roles, before),
      FPK_THRESHOLDS: JSON.stringify(abortThresholdsOf(options)),
    };
    const result = await runInstances({ ...options, ...io, ...setting, scenario, variables, firstIndex, progress });
    for (const line of result.otherLines.slice(0, maxOtherLines)) progress.say(`the script says: ${redact(line)}`);
    const limited = result.exchanges.filter(({ status }) => status === 429).length;
    if (result.exchanges.length > 0)
      progress.say(`  ${plural(result.exchanges.length, "request")}, ${limited} answered 429`);
    runs.push(await withLastAnswer({ scenario, result, forecast }, trial, options));
  }
  return runs;
}

/** Asks the target once more after a script of which only figures are known. */
async function withLastAnswer(
  run: ScenarioRun,
  { callers }: Trial,
  { chosen, forwardedArgs, io }: LoadRunOptions,
): Promise<ScenarioRun> {
  const [caller] = callers;
  if (!isByThresholdsOnly(run) || caller === undefined || io.signal.aborted) return run;
  const unanswered = await whyUnanswered(chosen.target, caller, {
    signal: io.signal,
    insecure: skipsTls(forwardedArgs),
  });
  return { ...run, unanswered };
}

/** The target stopped answering, or answered nothing. */
const isOut = (sent: readonly Exchange[]) =>
  sent.length > 0 && (!isAnswered({ exchanges: sent }) || stoppedAnswering(sent) !== undefined);

/** How far the clocks of several processes on this machine differ: see `clockStartOf`. */
export const maxClockDifferenceMs = 1;

/** How many of a script's lines that are not records are shown. */
const maxOtherLines = 50;

function tryTargetFile(
  { scenarios, chosen, forwardedArgs, onSecrets, io }: LoadRunOptions,
  { say }: K6Progress,
): Promise<Trial> {
  const { target } = chosen;
  say(`asks ${hostOf(target.baseUrl)} first to which organization each credential belongs, and whether it is served`);
  const insecure = skipsTls(forwardedArgs);
  const requiresLimit = scenarios.some(({ plan }) => plan?.requiresLimit === true);
  return tryTarget(target, { signal: io.signal, insecure, requiresLimit, onSecrets });
}

const skipsTls = (forwardedArgs: readonly string[]) =>
  forwardedArgs.some((arg) => /^--insecure-skip-tls-verify(=true)?$/.test(arg));

function sayAll(lines: readonly string[], { redact }: LoadRunOptions, { say }: K6Progress): void {
  for (const line of lines) say(`! ${redact(line)}`);
}
