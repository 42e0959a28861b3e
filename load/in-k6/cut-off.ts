/** Recognizes requests that k6 cut off when the run ended: it may report them as timeouts, and does not count them. Pure. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { K6Response } from "./exchange.ts";

/** k6's code of a timeout. */
const timeoutCode = 1050;

/** Whether k6 cut off a request that had waited for so long, and might have waited for `timeoutSeconds`. */
export const isCutOff = (
  { status, error, error_code }: K6Response,
  waitedMs: number,
  timeoutSeconds: number,
): boolean =>
  status === 0 &&
  (error.includes("context canceled") || (error_code === timeoutCode && waitedMs < 1000 * timeoutSeconds));

/** In milliseconds. A timeout that came so shortly before the end of the run may not be counted either. */
const endMs = 1000;

const whenEnded = ", when the run ended";

/** What replaces k6's response to a request that was cut off. */
export const unansweredUntilEnd = (waitedMs: number): K6Response => ({
  status: 0,
  headers: {},
  body: null,
  error: `no response for ${(waitedMs / 1000).toFixed(1)} s${whenEnded}`,
  error_code: 0,
});

/** How many requests were in flight when the run ended: k6 need not have counted them. */
export function countCutOff(exchanges: readonly Exchange[]): number {
  const end = exchanges.reduce((latest, { receivedAt }) => Math.max(latest, receivedAt), 0);
  return exchanges.filter(
    ({ failure, reason, receivedAt }) =>
      failure?.endsWith(whenEnded) === true || (reason === "timeout" && receivedAt >= end - endMs),
  ).length;
}
