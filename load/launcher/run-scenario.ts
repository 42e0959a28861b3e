/** One load run, from finding k6 to the report. */

import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import type { Report } from "../../conformance/model/report.ts";
import type { Assembly } from "../../conformance/run/report/assembly.ts";
import { rateLimitsOf } from "../../conformance/target-file/rate-limits.ts";
import { hostOf } from "../../conformance/tools/container.ts";
import { k6 } from "../../conformance/tools/k6.ts";
import { requireTool } from "../../conformance/tools/tool.ts";
import type { ChosenTarget } from "../../conformance/verbs/choose-target.ts";
import { loadContract } from "../../spec/contract.ts";
import { claimsOf } from "../in-k6/claims.ts";
import { readEnvironment, roleNames } from "../in-k6/environment.ts";
import type { ScenarioName } from "../in-k6/plans.ts";
import { limitOf, missingSpikeLimit } from "../in-k6/shapes.ts";
import { doubtRecords } from "./doubt-records.ts";
import { type Trial, tryTarget } from "./doubts.ts";
import { judgeRecords } from "./judge-records.ts";
import { judgeThresholds } from "./judge-thresholds.ts";
import { type K6Progress, k6Progress } from "./k6-progress.ts";
import { brokenK6, loadReportOf } from "./load-report.ts";
import { assignRoles, missingOptionalRoles, missingRoles, type Roles, requireRoles } from "./roles.ts";
import { type InstancesResult, runInstances } from "./run-instances.ts";
import type { Scenario } from "./scenario.ts";
import { type RunSettings, sentVariables, settingVariables, tokenVariables } from "./script-environment.ts";

interface RunScenarioOptions extends RunSettings, Pick<Assembly, "baseline"> {
  readonly strict: boolean;
  readonly scenario: Scenario;
  readonly chosen: ChosenTarget;
  readonly forwardedArgs: readonly string[];
  /** The command that repeats the run. */
  readonly again: string;
  readonly redact: (text: string) => string;
  readonly io: VerbContext;
}

/** Throws `ToolError` if there is no k6, `UsageError` if the target lacks what the scenario needs. */
export async function runScenario(options: RunScenarioOptions): Promise<Report> {
  const { scenario, chosen, instances, forwardedArgs, redact, io } = options;
  const { target, clock } = chosen;
  if (scenario.plan?.requiresLimit === true && target.rateLimit === null) {
    throw new UsageError(`${scenario.name} needs a rate limit, which the target file switches off`);
  }
  const found = await requireTool(k6, io.env);
  const progress = k6Progress(io.stderr, redact, () => performance.now());
  const known = {
    target,
    contract: loadContract(),
    seed: options.seed,
    strict: options.strict,
    baseline: options.baseline,
    clock,
    startedAt: clock.now(),
    observations: [],
    replayOf: () => options.again,
  };
  progress.say(`target ${chosen.name}`);
  const trial = await tried(options, progress);
  const roles = assignRoles(trial.callers);
  const isLacking = trial.hasRejected && missingRoles(scenario, roles).length > 0;
  if (trial.obstacle !== undefined || isLacking) return untriedReport(trial, known);
  requireRoles(scenario, roles);
  // What a scenario crosses is the limit of its first key's organization.
  const rateLimit = target.rateLimit && (roles.KEY_A?.credential?.rateLimit ?? target.rateLimit);
  const variables = {
    ...settingVariables(options, { ...target, rateLimit }),
    ...tokenVariables(roles),
    ...sentVariables(roles, trial.exchanges),
    FPK_RECORD: "1",
  };
  announce(options, variables, progress);
  progress.say(`k6 ${found.version} (${found.place})`);
  const { env, signal } = io;
  const before = trial.exchanges;
  const ran = { found, scenario, variables, roles, instances, forwardedArgs, before, env, signal, progress, redact };
  const result = await runInstances(ran);
  for (const line of result.otherLines.slice(0, maxOtherLines)) progress.say(`the script says: ${redact(line)}`);
  return reportOf(result, roles, trial, known, options);
}

/** Of what else a script writes to its console, at most this many lines are shown. */
const maxOtherLines = 50;

/** Says first what may be wrong in the target file rather than in the target. */
async function tried({ scenario, chosen, forwardedArgs, redact, io }: RunScenarioOptions, { say }: K6Progress) {
  const { target } = chosen;
  say(`asks ${hostOf(target.baseUrl)} first whose the credentials are, and whether each is served`);
  const insecure = forwardedArgs.some((arg) => /^--insecure-skip-tls-verify(=true)?$/.test(arg));
  const requiresLimit = scenario.plan?.requiresLimit === true;
  const trial = await tryTarget(target, { signal: io.signal, insecure, requiresLimit });
  for (const doubt of [...trial.doubts, ...trial.hints]) say(`! ${redact(doubt)}`);
  return trial;
}

/** k6 was not started. */
function untriedReport({ obstacle, doubts, notes, exchanges, incomplete }: Trial, known: Known): Report {
  const reasons = [...(obstacle === undefined ? [] : [obstacle]), ...incomplete];
  return loadReportOf({ ...known, judged: [], doubts, notes, exchanges, incomplete: reasons }, []);
}

/** Every exchange is kept, judged and reported. */
const maxRequests = 250_000;

function announce({ scenario, chosen }: RunScenarioOptions, variables: Record<string, string>, { say }: K6Progress) {
  const host = hostOf(chosen.target.baseUrl);
  if (scenario.plan === undefined) return say(`sends to ${host} what ${scenario.path} says`);
  const environment = readEnvironment(variables);
  const missingLimit = scenario.name === "spike" ? missingSpikeLimit(environment) : undefined;
  if (missingLimit !== undefined) {
    const { windowSeconds } = limitOf(environment);
    throw new UsageError(
      `spike needs a limit of ${missingLimit} requests in ${windowSeconds} s or more: raise it on the server for this run and in the target file, or switch it off in both ("rateLimit": null)`,
    );
  }
  const { requests, seconds } = scenario.plan.forecast(environment);
  if (requests > maxRequests) {
    throw new UsageError(
      `${scenario.name} would send about ${requests} requests, and a report holds ${maxRequests}: shorten --duration`,
    );
  }
  say(`${scenario.name}: ${scenario.plan.claim}`);
  const writes = scenario.plan.writes ? ", with writes," : "";
  say(`about ${requests} requests${writes} to ${host} in about ${Math.ceil(seconds)} s`);
}

/** The part of a report that is known before anything is sent. */
type Known = Omit<Assembly, "judged" | "notes" | "exchanges">;

function reportOf(
  result: InstancesResult,
  roles: Roles,
  trial: Trial,
  known: Known,
  options: RunScenarioOptions,
): Report {
  const { exchanges, judgements, thresholds, failure, refusal } = result;
  const { chosen, instances } = options;
  const { target } = chosen;
  const ofScript = exchanges.slice(trial.exchanges.length);
  const claims = claimsIn(result, roles, instances);
  // A script that has sent nothing has shown nothing.
  const recorded = { exchanges: ofScript.length === 0 ? [] : exchanges, judgements, instances, claims };
  const rateLimits = rateLimitsOf(target, exchanges);
  const byRecords = judgeRecords(recorded, known.contract, rateLimits);
  const doubted = doubtRecords(byRecords, exchanges, { target, contract: known.contract, rateLimits });
  const byChecks = doubted.judged;
  const isAnswered = ofScript.some(({ response }) => response !== undefined);
  // Where nobody answers, it says nothing more that k6 failed.
  const ran = { ...result, exchanges: ofScript };
  const byThresholdsOnly = isByThresholdsOnly(ran);
  const isBroken = failure !== undefined && (isAnswered || ofScript.length === 0);
  const assembly = {
    ...known,
    judged: [
      ...byChecks,
      ...((isAnswered || byThresholdsOnly) && refusal === undefined
        ? judgeThresholds(thresholds, byChecks, claims)
        : []),
      ...(isBroken ? [brokenK6(failure)] : []),
    ],
    doubts: [...new Set([...trial.doubts, ...doubted.doubts])],
    notes: notesOf(ran, roles, options),
    exchanges,
    incomplete: [
      ...(options.io.signal.aborted ? ["the run was interrupted"] : []),
      ...(refusal === undefined ? [] : [withLabels(refusal, roles)]),
      ...(isAnswered || byThresholdsOnly
        ? []
        : [ofScript.length === 0 ? "no exchange was recorded" : "nobody answered"]),
      ...trial.incomplete,
      ...doubted.incomplete,
    ],
  };
  return loadReportOf(assembly, ofScript);
}

/** A script of the user's that ran to its end, and records nothing: it does not send through the client of the scenarios. */
const isByThresholdsOnly = ({ scenario, exchanges, failure, refusal, hasThrown }: InstancesResult): boolean =>
  [scenario, failure, refusal].every((each) => each === undefined) && exchanges.length === 0 && !hasThrown;

/** A script that could not run claims nothing. Undefined for a script of the user's. */
function claimsIn({ scenario, exchanges, refusal }: InstancesResult, roles: Roles, instances: number) {
  if (refusal !== undefined) return [];
  if (scenario === undefined) return undefined;
  return claimsOf(scenario, { hasSecondKey: roles.KEY_A2 !== undefined, exchanges, instances });
}

/** What a scenario judges only where one process sees all of an organization's requests. */
const needsOneInstance: Readonly<Partial<Record<ScenarioName, string>>> = {
  limit: "keys, methods and a session share the limit",
  auth: "rejected requests count against a valid key's limit",
};

function notesOf(
  result: InstancesResult,
  roles: Roles,
  { scenario, instances }: RunScenarioOptions,
): readonly string[] {
  const { notes, scenario: name } = result;
  const missing = missingOptionalRoles(scenario, roles);
  const unjudged = name && needsOneInstance[name];
  return [
    ...notes,
    ...(isByThresholdsOnly(result)
      ? [
          "the script is judged by its own thresholds only: what it sends is not recorded, since it does not use the scenarios' client",
        ]
      : []),
    ...missing.map((what) => `to judge more, add ${what} to the target file`),
    ...(unjudged === undefined || instances === 1 ? [] : [`whether ${unjudged} is judged with one instance only`]),
  ];
}

/** A script names credentials by their roles, and the user knows them by the labels that `fpk check` prints. */
const withLabels = (text: string, roles: Roles): string =>
  roleNames.reduce(
    (labelled, role) => labelled.replace(new RegExp(`\\b${role}\\b`, "g"), roles[role]?.label ?? role),
    text,
  );
