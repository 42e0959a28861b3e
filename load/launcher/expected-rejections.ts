/** Which rejections a scenario expects, so that they are no failures. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { isExpectedByAuth, mayBeRejected } from "../in-k6/answers.ts";

/**
 * What is sent only to see it rejected; a status that may be there only later; and what a credential may not read (§5.7), if it is
 * served none of that. `exchanges`: all of a scenario.
 */
export function expectedRejections(exchanges: readonly Exchange[], scenario = ""): ReadonlySet<Exchange> {
  const served = new Set(exchanges.filter(({ isSuccess }) => isSuccess).map(callerOf));
  const isExpected = (exchange: Exchange) => {
    if (scenario === "auth" && isExpectedByAuth(exchange)) return true;
    return (
      mayBeRejected(exchange) && (exchange.intent !== "valid" || isMissing(exchange) || !served.has(callerOf(exchange)))
    );
  };
  return new Set(exchanges.filter(isExpected));
}

const callerOf = ({ credential, operation }: Exchange) => `${credential} ${operation}`;

const isMissing = ({ operation, status }: Exchange) => operation === "getFeedbackStatus" && status === 404;

/** As in k6's `http_req_failed`, except for these. */
export function failedRequests(exchanges: readonly Exchange[], scenario?: string): readonly Exchange[] {
  const expected = expectedRejections(exchanges, scenario);
  return exchanges.filter((exchange) => !exchange.isSuccess && exchange.status !== 429 && !expected.has(exchange));
}
