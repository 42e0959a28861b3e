/** When a case runs. */
import type { SuiteCase } from "../../cases/case.ts";
import { type Cast, callerInRole } from "../discovery/roles.ts";

/** A case's lane; undefined for a case without one. A spare case runs with those if another organization has a key, else late. */
export function laneOf({ lane }: SuiteCase, cast: Cast): Exclude<SuiteCase["lane"], "spare"> {
  if (lane !== "spare") return lane;
  return callerInRole(cast, "other-organization") === undefined ? "late" : undefined;
}
