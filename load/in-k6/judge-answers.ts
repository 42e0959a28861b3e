/** Judges whether valid requests are answered, and not with a 5xx: all of a virtual user together, or each when its answer comes. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { failedAnswer, isFailedAnswer, isFailedRequest, mayBeExpected, verdictOfAnswers } from "./answers.ts";
import type { Environment } from "./environment.ts";
import { failedRequests } from "./metrics.ts";
import type { ScenarioName } from "./plans.ts";
import { reportCheck, reportEach, reportUnjudged } from "./report.ts";
import { answeredBy } from "./scenario-checks.ts";

export function judgeAnswers(environment: Environment, exchanges: readonly Exchange[]): void {
  const { check, difference, unjudged } = verdictOfAnswers(exchanges);
  if (unjudged === undefined) reportCheck(environment, check, difference);
  else reportUnjudged(environment, check, unjudged);
}

/** Whether this virtual user has reported a lost request: in k6, each virtual user has module variables of its own. */
let isLossReported = false;

export function judgeAnswer(environment: Environment, exchange: Exchange): void {
  const check = answeredBy(exchange);
  if (exchange.status !== 0) {
    reportEach(environment, check, isFailedAnswer(exchange) ? failedAnswer(exchange) : undefined);
    return;
  }
  if (!isLossReported) reportUnjudged(environment, check, `a request was not answered: ${exchange.failure}`);
  isLossReported = true;
}

/** Counts a request for the user's threshold on failed ones, if k6 is to end the run at it. */
export function countFailed({ abortThresholds }: Environment, exchange: Exchange, scenario: ScenarioName): void {
  if (abortThresholds.fpk_failed !== undefined)
    failedRequests.add(isFailedRequest(exchange, mayBeExpected(exchange, scenario)) ? 1 : 0);
}
