/** The notes of a load run's report: on what a scenario measured, and on what it could not judge. */
import type { ScenarioName } from "../in-k6/plans.ts";
import type { ScenarioRun } from "./load-run.ts";
import { missingOptionalRoles, type Roles } from "./roles.ts";

/** What a scenario judges only if one process sends all of an organization's requests. */
export const needsOneInstance: Readonly<Partial<Record<ScenarioName, string>>> = {
  limit: "keys, methods and a session share the limit",
  auth: "rejected requests count against a valid key's limit",
};

/** `ofSeveral`: the run has several scenarios, so the script's notes begin with the scenario's name. */
export function notesOf(run: ScenarioRun, roles: Roles, instances: number, ofSeveral: boolean): readonly string[] {
  const { scenario, result } = run;
  const unjudged = result.scenario && needsOneInstance[result.scenario];
  return [
    ...result.notes.map((note) => (ofSeveral ? `${scenario.name}: ${note}` : note)),
    ...(isByThresholdsOnly(run) && result.thresholds.length > 0
      ? [
          "the script is judged by its own thresholds only: what it sends is not recorded, since it does not use the scenarios' client",
        ]
      : []),
    ...missingOptionalRoles(scenario, roles).map((what) => `to judge more, add ${what} to the target file`),
    ...(unjudged === undefined || instances === 1 ? [] : [`whether ${unjudged} is judged with one instance only`]),
  ];
}

/** Whether the script is a user's that ran to its end and recorded nothing: it does not send with the scenarios' client. */
export const isByThresholdsOnly = ({ scenario: { plan }, result }: ScenarioRun): boolean =>
  [plan, result.scenario, result.failure, result.refusal, result.exception].every((each) => each === undefined) &&
  result.exchanges.length === 0;
