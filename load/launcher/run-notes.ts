/** The notes of a load run's report: on what a scenario measured, and on what it could not judge. */
import type { Caller } from "../../conformance/client/caller.ts";
import type { ScenarioName } from "../in-k6/plans.ts";
import { limitUsedBefore, limitUsedByScenario, stillRejected } from "../in-k6/recorded-notes.ts";
import { answerNotes } from "./answer-notes.ts";
import { budgetNotes } from "./error-budget.ts";
import { latencyNotes } from "./latency-notes.ts";
import type { LeftOpen } from "./left-open-by-limit.ts";
import type { LoadRunOptions, ScenarioRun } from "./load-run.ts";
import { missingOptionalRoles, type Roles, unusedOrganizationsNote } from "./roles.ts";
import { shortfallNotes } from "./shortfall.ts";
import { slowSecondsNotes } from "./slow-seconds.ts";
import { statusNotes } from "./status-notes.ts";

/** What a scenario judges only if one process sends all of an organization's requests. */
export const needsOneInstance: Readonly<Partial<Record<ScenarioName, string>>> = {
  limit: "keys, methods and a session share the limit",
  auth: "rejected requests count against a valid key's limit",
};

interface WholeRun {
  /** The callers that the target served before the scenarios. */
  readonly callers: readonly Caller[];
  readonly roles: Roles;
  readonly instances: number;
  /** What a run of `limit` leaves open (`left-open-by-limit.ts`). */
  readonly leftOpen: readonly LeftOpen[];
  /** `X-RateLimit-Reset` announces a longer window than the declared one. */
  readonly isWindowLonger: boolean;
  readonly options: LoadRunOptions;
  /** The run has several scenarios, so notes on its requests begin with the scenario's name. */
  readonly isOfSeveral: boolean;
}

/** `isFirst`: no other scenario ran before it. */
export function notesOf(
  run: ScenarioRun,
  isFirst: boolean,
  { callers, roles, instances, leftOpen, isWindowLonger, isOfSeveral, options }: WholeRun,
): readonly string[] {
  const { scenario, result } = run;
  const unjudged = result.scenario && needsOneInstance[result.scenario];
  return [
    ...[
      ...result.notes
        .filter((note) => !(isWindowLonger && note === stillRejected))
        .map((note) => (note === limitUsedBefore && !isFirst ? limitUsedByScenario : note)),
      ...shortfallNotes(run, options),
      ...budgetNotes(options, run),
      ...answerNotes(result.exchanges),
      ...latencyNotes(result),
      ...slowSecondsNotes(result, options.latencies),
    ].map((note) => (isOfSeveral ? `${scenario.name}: ${note}` : note)),
    ...(isByThresholdsOnly(run) && result.thresholds.length > 0
      ? [
          "the script is judged by its own thresholds only: what it sends is not recorded, since it does not use the scenarios' client",
        ]
      : []),
    ...missingOptionalRoles(scenario, roles).map((what) => `to judge more, add ${what} to the target file`),
    ...(result.scenario === "limit" ? leftOpen.map(({ note }) => note) : []),
    ...(result.scenario === "spike" ? [unusedOrganizationsNote(callers, roles) ?? []].flat() : []),
    ...(result.scenario === "flow" ? statusNotes(result.exchanges) : []),
    ...(unjudged === undefined || instances === 1
      ? []
      : [`only with one instance is it always judged whether ${unjudged}`]),
  ];
}

/** What --complete asks for besides the claims of the run: the parts of a scenario that need more credentials, or a single process. */
export function unjudgedParts(
  { scenario, result }: ScenarioRun,
  { roles, instances }: Pick<WholeRun, "roles" | "instances">,
): readonly string[] {
  const ofOneInstance = result.scenario && needsOneInstance[result.scenario];
  return [
    ...missingOptionalRoles(scenario, roles).map((what) => `what ${scenario.name} judges with ${what}`),
    ...(ofOneInstance === undefined || instances === 1 ? [] : [`whether ${ofOneInstance} (with one instance)`]),
  ];
}

/** Whether the script is a user's that ran to its end and recorded nothing: it does not send with the scenarios' client. */
export const isByThresholdsOnly = ({ scenario: { plan }, result }: ScenarioRun): boolean =>
  [plan, result.scenario, result.failure, result.refusal].every((each) => each === undefined) &&
  result.exchanges.length === 0;
