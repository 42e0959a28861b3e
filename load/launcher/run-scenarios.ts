/** One load run, from finding k6 to the report: its scenarios one after the other, on one target. */

import type { Report } from "../../conformance/model/report.ts";
import { hostOf } from "../../conformance/tools/container.ts";
import { k6 } from "../../conformance/tools/k6.ts";
import { requireTool } from "../../conformance/tools/tool.ts";
import { announce } from "./announce.ts";
import { chooseScenarios, requireFit } from "./choose-scenarios.ts";
import { type Trial, tryTarget } from "./doubts.ts";
import { judgeRun, reportWithoutK6 } from "./judge-run.ts";
import { type K6Progress, k6Progress } from "./k6-progress.ts";
import type { LoadRunOptions, ScenarioRun } from "./load-run.ts";
import { assignRoles, missingRolesHint } from "./roles.ts";
import { runInstances } from "./run-instances.ts";
import { scriptVariables } from "./script-environment.ts";

/** Throws `ToolError` if there is no k6, `UsageError` if the target lacks what a scenario needs. */
export async function runScenarios(options: LoadRunOptions): Promise<Report> {
  const { scenarios, isAll, chosen, redact, io } = options;
  const { target, clock } = chosen;
  requireFit(options);
  const found = await requireTool(k6, io.env);
  const progress = k6Progress(io.stderr, redact, () => performance.now());
  const startedAt = clock.now();
  progress.say(`target ${chosen.name}`);
  const trial = await tried(options, progress);
  const roles = assignRoles(trial.callers);
  const isLacking =
    trial.hasRejected && !isAll && scenarios.some((each) => missingRolesHint(each, roles) !== undefined);
  if (trial.obstacle !== undefined || isLacking) return reportWithoutK6(trial, options, startedAt);
  const order = chooseScenarios(options, roles);
  announce(order, options, progress);
  progress.say(`k6 ${found.version} (${found.place})`);
  const runs: ScenarioRun[] = [];
  for (const { scenario } of order.scenarios) {
    const isAborted = options.abortOnFail === true && runs.some(({ result }) => result.hasFailed);
    if (io.signal.aborted || isAborted) break;
    if (order.scenarios.length > 1) progress.say(`${scenario.name} (${runs.length + 1} of ${order.scenarios.length})`);
    const firstIndex = runs.reduce((sum, { result }) => sum + result.exchanges.length, trial.exchanges.length);
    // What an earlier scenario has sent, the next one waits for.
    const before = runs.length === 0 ? trial.exchanges : [];
    const variables = scriptVariables(options, target, roles, before);
    const ran = { ...options, found, scenario, variables, roles, firstIndex, ...io, progress };
    const result = await runInstances(ran);
    for (const line of result.otherLines.slice(0, maxOtherLines)) progress.say(`the script says: ${redact(line)}`);
    runs.push({ scenario, result });
  }
  const clockDifferenceMs = options.instances > 1 ? maxClockDifferenceMs : 0;
  return judgeRun({ runs, leftOut: order.leftOut, roles, trial, options, startedAt, clockDifferenceMs });
}

/** Each process of this machine knows to less than this when it began: `clockStartOf`. */
export const maxClockDifferenceMs = 1;

/** How many of the other lines that a script writes to its console are shown. */
const maxOtherLines = 50;

/** Says first what may be wrong in the target file rather than in the target. */
async function tried(
  { scenarios, chosen, forwardedArgs, redact, io }: LoadRunOptions,
  { say }: K6Progress,
): Promise<Trial> {
  const { target } = chosen;
  say(`asks ${hostOf(target.baseUrl)} first to which organization each credential belongs, and whether it is served`);
  const insecure = forwardedArgs.some((arg) => /^--insecure-skip-tls-verify(=true)?$/.test(arg));
  const requiresLimit = scenarios.some(({ plan }) => plan?.requiresLimit === true);
  const trial = await tryTarget(target, { signal: io.signal, insecure, requiresLimit });
  for (const doubt of [...trial.doubts, ...trial.hints]) say(`! ${redact(doubt)}`);
  return trial;
}
