/** Selects and orders the scenarios of a run, and forecasts what each sends. */
import { UsageError } from "../../cli/usage-error.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { Target } from "../../conformance/target-file/target.ts";
import { type Environment, readEnvironment } from "../in-k6/environment.ts";
import { type Forecast, isScenarioName, type ScenarioName } from "../in-k6/plans.ts";
import { shapeProblem } from "../in-k6/shape-options.ts";
import { limitOf, missingSpikeLimit, recoverySeconds } from "../in-k6/shapes.ts";
import { missingRolesHint, type Roles } from "./roles.ts";
import type { Scenario } from "./scenario.ts";
import { type RunSettings, scriptVariables } from "./script-environment.ts";

export interface ChosenScenario {
  readonly scenario: Scenario;
  /** Absent for a user's script. */
  readonly forecast?: Forecast;
}

export interface Order {
  /** In the order in which they run. */
  readonly scenarios: readonly ChosenScenario[];
  /** The scenarios that this target cannot run, each with the reason. */
  readonly leftOut: readonly string[];
}

/** Scenarios that stay within the limit run before those that exhaust it, so that little time is spent on waiting. A user's scripts run last. */
const places: Readonly<Record<ScenarioName, number>> = {
  steady: 1,
  auth: 2,
  flow: 3,
  isolation: 4,
  limit: 5,
  recovery: 6,
  spike: 7,
};
const placeOf = ({ name, plan }: Scenario) => (plan !== undefined && isScenarioName(name) ? places[name] : 8);

interface Choice extends RunSettings {
  readonly scenarios: readonly Scenario[];
  readonly isAll: boolean;
  readonly chosen: { readonly target: Target; readonly isEmbedded?: boolean };
}

/** Throws `UsageError` for a named scenario that does not fit the declared limit or the options, whatever the credentials are. */
export function requireFit(choice: Choice): void {
  const { target } = choice.chosen;
  if (choice.isAll) {
    requireShapes(choice, readEnvironment(scriptVariables(choice, target, {}, [])));
    return;
  }
  // Where organizations have limits of their own, which one applies is known only after the target was asked.
  if (target.credentials.some(({ rateLimit }) => rateLimit !== undefined)) return;
  const environment = readEnvironment(scriptVariables(choice, target, {}, []));
  for (const scenario of choice.scenarios) {
    const problem = whyUnfit(scenario, environment, choice.chosen.isEmbedded);
    if (problem !== undefined) throw new UsageError(problem);
  }
}

/** `all` leaves out what the target does not allow. An option that would leave out scenarios is refused: without them `all` would seem to hold. */
function requireShapes({ scenarios }: Choice, environment: Environment): void {
  for (const { name } of scenarios) {
    const problem = isScenarioName(name) ? shapeProblem(name, environment) : undefined;
    if (problem !== undefined) throw new UsageError(problem);
  }
}

/** `sent`: the exchanges before k6 starts. Throws `UsageError` for a named scenario that cannot run on the target. */
export function chooseScenarios(choice: Choice, roles: Roles, sent: readonly Exchange[]): Order {
  const environment = readEnvironment(scriptVariables(choice, choice.chosen.target, roles, []));
  const sorted = choice.scenarios.toSorted((a, b) => placeOf(a) - placeOf(b));
  const leftOut: string[] = [];
  const scenarios = sorted.filter((scenario) => {
    const reason = missingRolesHint(scenario, roles) ?? whyUnfit(scenario, environment, choice.chosen.isEmbedded);
    if (reason !== undefined && !choice.isAll) throw new UsageError(reason);
    if (reason !== undefined) leftOut.push(reason);
    return reason === undefined;
  });
  // The fastest exchange is the closest to one on a connection that is already open.
  const latencySeconds = Math.min(...sent.map(({ sentAt, receivedAt }) => receivedAt - sentAt)) / 1000;
  return {
    scenarios: scenarios.map((scenario, at) => withForecast(scenario, at, environment, latencySeconds)),
    leftOut,
  };
}

/** Why the scenario's claim cannot be judged with this rate limit or these options; undefined if it can. */
export function whyUnfit({ name, plan }: Scenario, environment: Environment, isEmbedded = false): string | undefined {
  if (plan === undefined) {
    const { rate, users, stages, abortsOnFail } = environment;
    const isShaped = abortsOnFail || [rate, users, stages].some((each) => each !== undefined);
    return isShaped ? `${name} is a script of yours: its own options shape it, and those of k6 after --` : undefined;
  }
  if (plan.requiresLimit && environment.rateLimit === null) {
    return `${name} needs a rate limit, which the target file switches off`;
  }
  const problem = isScenarioName(name) ? shapeProblem(name, environment) : undefined;
  if (problem !== undefined) return problem;
  const missingLimit = name === "spike" ? missingSpikeLimit(environment) : undefined;
  if (missingLimit === undefined) return undefined;
  const { windowSeconds } = limitOf(environment);
  const needed = `spike needs a limit of ${missingLimit} requests in ${windowSeconds} s or more`;
  if (isEmbedded) return `${needed}, which the embedded reference has if spike is the only scenario: fpk load spike`;
  return `${needed}: raise it on the server for this run and in the target file, or switch it off in both ("rateLimit": null)`;
}

/** About how long the launcher takes to judge one exchange. */
const secondsOfJudging = 0.001;

/** A scenario after the first may have to wait until the requests of earlier ones no longer count. */
function withForecast(
  scenario: Scenario,
  at: number,
  environment: Environment,
  latencySeconds: number,
): ChosenScenario {
  if (scenario.plan === undefined) return { scenario };
  const forecast = scenario.plan.forecast(environment, latencySeconds);
  const { requests, seconds } = forecast;
  const waiting = at > 0 && scenario.plan.requiresLimit ? recoverySeconds(limitOf(environment)) : 0;
  return { scenario, forecast: { ...forecast, seconds: seconds + waiting + requests * secondsOfJudging } };
}
