/** One load run, from finding k6 to the report. */

import { UsageError } from "../../cli/usage-error.ts";
import type { Surroundings } from "../../cli/verb.ts";
import type { Report } from "../../conformance/model/report.ts";
import { Unreachable } from "../../conformance/run/answered.ts";
import { hostOf } from "../../conformance/tools/container.ts";
import { k6 } from "../../conformance/tools/k6.ts";
import { requireTool } from "../../conformance/tools/tool.ts";
import type { Chosen } from "../../conformance/verbs/choose-target.ts";
import { loadContract } from "../../spec/contract.ts";
import { labels, readEnvironment } from "../oracle/environment.ts";
import { plans, scenarioNames } from "../oracle/plans.ts";
import { type Callers, callersOf, mustAsk } from "./callers.ts";
import { claimsOf, oneByOne } from "./claims.ts";
import { judge } from "./judge.ts";
import { judgeThresholds } from "./judge-thresholds.ts";
import { type K6Progress, k6Progress } from "./k6-progress.ts";
import { type Launched, launch } from "./launch.ts";
import { brokenK6, type LoadAssembly, loadReportOf } from "./load-report.ts";
import { type Roles, requireRoles, rolesOf, wouldJudgeMore } from "./roles.ts";
import type { Scenario } from "./scenario.ts";
import { openVariables, secretVariables } from "./variables.ts";

export interface RunScenarioOptions {
  readonly scenario: Scenario;
  readonly chosen: Chosen;
  readonly seed: number;
  readonly duration: number | undefined;
  readonly instances: number;
  readonly passedOn: readonly string[];
  /** The command that does the same again. */
  readonly again: string;
  readonly redact: (text: string) => string;
  readonly io: Surroundings;
}

/** Throws `ToolError` where there is no k6, `UsageError` where the target lacks what the scenario needs. */
export async function runScenario(options: RunScenarioOptions): Promise<Report> {
  const { scenario, chosen, redact, io } = options;
  const { target, clock } = chosen;
  if (scenario.plan?.needsLimit === true && target.rateLimit === null) {
    throw new UsageError(`${scenario.name} needs a rate limit, which the target file switches off`);
  }
  const found = await requireTool(k6, io.env);
  const progress = k6Progress(io.stderr, redact, () => performance.now());
  const startedAt = clock.now();
  progress.say(`target ${chosen.name}`);
  const assembly = { target, contract: loadContract(), seed: options.seed, clock, startedAt, again: options.again };
  if (mustAsk(target))
    progress.say(`asks ${hostOf(target.baseUrl)} first which organization each credential belongs to`);
  let known: Callers;
  try {
    known = await callersOf(target, io.signal);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return nothingJudged(assembly, redact(error.message));
  }
  const roles = rolesOf(known.callers);
  requireRoles(scenario, roles);
  const wanted = { target, duration: options.duration, seed: options.seed, instances: options.instances };
  const variables = { ...openVariables(wanted), ...secretVariables(roles), FPK_RECORD: "1" };
  announce(options, variables, progress);
  progress.say(`k6 ${found.version} (${found.place})`);
  const launched = await launch({
    found,
    scenario,
    variables,
    roles,
    instances: options.instances,
    passedOn: options.passedOn,
    before: known.exchanges,
    env: io.env,
    signal: io.signal,
    progress,
    redact,
  });
  for (const line of launched.said.slice(0, mostSaid)) progress.say(`the script says: ${redact(line)}`);
  const more = wouldJudgeMore(scenario, roles).map((what) => `to judge more, add ${what} to the target file`);
  const name = scenarioNames.find((one) => scenario.plan === plans[one]);
  const { instances } = options;
  const { exchanges } = launched;
  const isRefused = launched.refusal !== undefined;
  const about =
    name === undefined ? {} : isRefused ? { claims: [] } : { claims: claimsOf(name, { roles, exchanges, instances }) };
  const apart = name === "limit" && instances > 1 ? [oneByOne] : [];
  return reportOn(
    { ...launched, ...about },
    { ...assembly, notes: [...launched.notes, ...more, ...apart] },
    { ...options, roles },
  );
}

/** A script names credentials by their roles, and the user knows them as `fpk check` calls them. */
const asInTarget = (text: string, roles: Roles): string =>
  labels.reduce((told, role) => told.replace(new RegExp(`\\b${role}\\b`, "g"), roles[role]?.label ?? role), text);

/** Of what a script says on its console, so many lines are shown. */
const mostSaid = 50;

/** Every exchange is kept, judged and reported. */
const mostRequests = 250_000;

function announce({ scenario, chosen }: RunScenarioOptions, variables: Record<string, string>, { say }: K6Progress) {
  const host = hostOf(chosen.target.baseUrl);
  if (scenario.plan === undefined) return say(`sends to ${host} what ${scenario.path} says`);
  const { requests, seconds } = scenario.plan.forecast(readEnvironment(variables));
  if (requests > mostRequests) {
    throw new UsageError(
      `${scenario.name} would send about ${requests} requests, and a report holds ${mostRequests}: shorten --duration`,
    );
  }
  const writes = scenario.plan.writes ? ", writes among them" : "";
  say(`${scenario.name}: ${scenario.plan.claim}`);
  say(`about ${requests} requests${writes} to ${host} in about ${Math.ceil(seconds)} s`);
}

type Begun = Omit<LoadAssembly, "judged" | "observations" | "notes" | "exchanges">;

function nothingJudged(assembly: Begun, why: string): Report {
  return loadReportOf({
    ...assembly,
    judged: [],
    observations: [],
    notes: [why],
    exchanges: [],
    incomplete: ["nobody answered"],
  });
}

function reportOn(
  launched: Launched & { readonly claims?: readonly string[] },
  assembly: Begun & { readonly notes: readonly string[] },
  options: RunScenarioOptions & { readonly roles: Roles },
) {
  const { exchanges, thresholds, failure, refusal } = launched;
  const { rateLimit } = options.chosen.target;
  const byChecks = judge({ ...launched, instances: options.instances }, assembly.contract, rateLimit);
  const isAnswered = exchanges.some(({ response }) => response !== undefined);
  const incomplete = [
    ...(options.io.signal.aborted ? ["the run was cut by hand"] : []),
    ...(refusal === undefined ? [] : [asInTarget(refusal, options.roles)]),
    ...(exchanges.length === 0 ? ["no exchange was recorded"] : isAnswered ? [] : ["nobody answered"]),
  ];
  // Where nobody answers, k6's own end is no news.
  const isBroken = failure !== undefined && (isAnswered || exchanges.length === 0);
  return loadReportOf({
    ...assembly,
    judged: [
      ...byChecks,
      ...(isAnswered && refusal === undefined ? judgeThresholds(thresholds, byChecks) : []),
      ...(isBroken ? [brokenK6(failure)] : []),
    ],
    observations: [],
    exchanges,
    incomplete,
  });
}
