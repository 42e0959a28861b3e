/** When a case runs. */
import type { SuiteCase } from "../../cases/case.ts";
import { type Cast, callerInRole } from "../discovery/roles.ts";

/** The lane that the case declares, undefined for most; a spare case runs with those where there is another organization's key, else late. */
export function laneOf({ lane }: SuiteCase, cast: Cast): Exclude<SuiteCase["lane"], "spare"> {
  if (lane !== "spare") return lane;
  return callerInRole(cast, "other-organization") === undefined ? "late" : undefined;
}
