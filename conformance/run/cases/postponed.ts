/** Which cases run only after the limit was crossed, so that the first window is enough for crossing it. */
import type { SuiteCase } from "../../cases/case.ts";
import { rateLimitOf } from "../../model/rate-limit.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import type { Discovery } from "../discovery/discover.ts";
import { callerInRole } from "../discovery/roles.ts";
import { costs } from "../forecast/costs.ts";
import type { Run } from "../run.ts";

/** With fewer requests, little is learned when the limit is crossed, so that the run would wait for the next window. */
const neededToCross = 10;

/** A smaller limit leaves too few requests for the cases. */
const minLimit = 100;

/**
 * The case would leave too few requests of the organization whose limit is crossed. What each case sends depends on the target: on
 * its products, and on what an error names.
 */
export function isPostponed({ id }: SuiteCase, { client, exceedsLimit }: Run, discovery: Discovery): boolean {
  const { limitCaller: key, rateLimits, cast } = discovery;
  if (!exceedsLimit || key === undefined || rateLimits === null) return false;
  if ((rateLimitOf(rateLimits, key.label) ?? rateLimits).limit < minLimit) return false;
  const { requests = 0, unauthenticated = 0, other = 0 } = costs[id] ?? {};
  if (requests === unauthenticated) return false;
  const last = client.exchanges.findLast(
    (each) => each.organization === key.organization && each.credential !== "" && remainingOf(each) !== undefined,
  );
  const remaining = last && remainingOf(last);
  const ofOthers = callerInRole(cast, "other-organization") === undefined ? 0 : other;
  return remaining !== undefined && remaining - (requests - unauthenticated - ofOthers) < neededToCross;
}
