/** Which rejections a scenario expects, so that they are no failures. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { isExpectedByAuth, isFailedRequest, mayBeRejected } from "../in-k6/answers.ts";

/**
 * What is sent only to see it rejected; a status that may be there only later; and what a credential may not do (§5.7): it is never served that.
 * `exchanges`: all of a scenario.
 */
export function expectedRejections(exchanges: readonly Exchange[], scenario = ""): ReadonlySet<Exchange> {
  const served = new Set(exchanges.filter(({ isSuccess }) => isSuccess).map(callerOf));
  const isExpected = (exchange: Exchange) => {
    if (scenario === "auth") return isExpectedByAuth(exchange);
    if (!mayBeRejected(exchange)) return false;
    return exchange.intent !== "valid" || isMissing(exchange) || !served.has(callerOf(exchange));
  };
  return new Set(exchanges.filter(isExpected));
}

const callerOf = ({ credential, operation }: Exchange) => `${credential} ${operation}`;

const isMissing = ({ operation, status }: Exchange) => operation === "getFeedbackStatus" && status === 404;

export function failedRequests(exchanges: readonly Exchange[], scenario?: string): readonly Exchange[] {
  const expected = expectedRejections(exchanges, scenario);
  return exchanges.filter((exchange) => isFailedRequest(exchange, expected.has(exchange)));
}
