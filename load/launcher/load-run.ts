/** The types of a load run: its options, and the result of each scenario. */

import type { VerbContext } from "../../cli/verb.ts";
import type { Recorder } from "../../conformance/client/recorder.ts";
import type { Secret } from "../../conformance/redaction/redactor.ts";
import type { Assembly } from "../../conformance/run/report/assembly.ts";
import type { ChosenTarget } from "../../conformance/verbs/choose-target.ts";
import type { Forecast } from "../in-k6/plans.ts";
import type { InstancesResult } from "./run-instances.ts";
import type { Scenario } from "./scenario.ts";
import type { RunSettings } from "./script-environment.ts";
import type { UserThresholds } from "./user-thresholds.ts";

export interface LoadRunOptions extends RunSettings, UserThresholds, Pick<Assembly, "baseline"> {
  readonly strict: boolean;
  /** The run is inconclusive if a claim of a scenario is not judged. */
  readonly complete: boolean;
  readonly scenarios: readonly Scenario[];
  /** The user named `all`: scenarios that cannot run on the target are left out. */
  readonly isAll: boolean;
  readonly chosen: ChosenTarget;
  readonly forwardedArgs: readonly string[];
  /** The command that repeats the run, or one of its scenarios. */
  readonly replayOf: (scenario: string | undefined) => string;
  readonly redact: (text: string) => string;
  readonly recorder: Recorder;
  /** Called with the secrets that the target issues to the launcher. */
  readonly onSecrets: (secrets: readonly Secret[]) => void;
  readonly io: VerbContext;
}

export interface ScenarioRun {
  readonly scenario: Scenario;
  readonly result: InstancesResult;
  /** Absent for a user's script, and for records. */
  readonly forecast?: Forecast | undefined;
  /** Why the target did not answer after the script, if what the script sent is not recorded. */
  readonly unanswered?: string | undefined;
}
