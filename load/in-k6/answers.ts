/** Whether valid requests are answered, and not with a 5xx. Pure. */
import { type Exchange, isAuthenticated, isOverloaded } from "../../conformance/model/exchange.ts";
import { answeredBy, type Difference, type ScenarioCheck } from "./scenario-checks.ts";
import { stoppedAnswering } from "./stopped-answering.ts";

/** A 5xx, except that of an overloaded server, and 501: an endpoint may be for sessions only. A 429 is not a failure. */
export const isFailedAnswer = (exchange: Exchange) =>
  exchange.status >= 500 && exchange.status !== 501 && !isOverloaded(exchange);

/** As in k6's `http_req_failed`, except for rejections that are expected. */
export const isFailedRequest = (exchange: Exchange, isExpected: boolean) =>
  !exchange.isSuccess && exchange.status !== 429 && !isExpected;

/** Whether `scenario` may expect this rejection. `expectedRejections`, which knows all exchanges, decides which of them it does expect. */
export const mayBeExpected = (exchange: Exchange, scenario: string): boolean =>
  scenario === "auth" ? isExpectedByAuth(exchange) : mayBeRejected(exchange);

/** `auth` sends wrong credentials, and lists features only with one that may not. */
export const isExpectedByAuth = (exchange: Exchange): boolean =>
  isAuthenticated(exchange)
    ? exchange.status === 403 && exchange.operation === "listFeatures"
    : exchange.status === 401;

/**
 * Another organization's identifier and an unknown one are to be rejected. A valid request may be: a key may be forbidden an operation (§5.7), and
 * need not have a profile; a status may be missing at first.
 */
export function mayBeRejected({ status, operation, kind, intent }: Exchange): boolean {
  if (intent !== "valid") return status >= 400 && status < 500 && ![401, 408, 429].includes(status);
  const mayBeGone = operation === "getFeedbackStatus" || (operation === "getMe" && kind === "api-key");
  return status === 403 || (mayBeGone && (status === 404 || status === 410)) || isMissingStatus({ status, operation });
}

/** §7.4 leaves open how an unknown feedbackId is answered. */
export const isMissingStatus = ({ status, operation }: Pick<Exchange, "status" | "operation">) =>
  operation === "getFeedbackStatus" && status >= 400 && status < 500 && ![401, 403, 408, 410, 429].includes(status);

export const failedAnswer = (exchange: Exchange): Difference => ({
  expected: "a status below 500",
  actual: `${exchange.request.method} ${exchange.request.url}: ${exchange.status || exchange.failure}`,
  proof: [exchange],
});

interface AnswersVerdict {
  readonly check: ScenarioCheck;
  /** Absent if the check holds, or is not judged. */
  readonly difference?: Difference;
  /** Why the check is not judged. */
  readonly unjudged?: string;
}

/** `exchanges`: of valid requests. Without a 5xx a lost request leaves the check open, because a connection may be lost on the way. */
export function verdictOfAnswers(exchanges: readonly Exchange[]): AnswersVerdict {
  const failed = exchanges.filter(isFailedAnswer);
  const lost = exchanges.filter(({ status }) => status === 0);
  const [first] = failed;
  const check = answeredBy(first);
  if (first !== undefined) {
    return { check, difference: { ...failedAnswer(first), share: `${failed.length} of ${exchanges.length} requests` } };
  }
  return lost.length === 0 ? { check } : { check, unjudged: stoppedAnswering(exchanges) ?? countLost(exchanges) };
}

/** `no answer to 2 of 60 requests (listProducts: request timeout, submitFeedback: EOF)`. */
export function countLost(exchanges: readonly Exchange[]): string {
  const lost = exchanges.filter(({ status }) => status === 0);
  const shown = lost.slice(0, 3).map(({ operation, request, failure }) => `${operation ?? request.method}: ${failure}`);
  return `no answer to ${lost.length} of ${exchanges.length} requests (${shown.join(", ")})`;
}
