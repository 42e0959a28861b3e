/** §4: the status codes of each operation. */
import type { Exchange } from "../model/exchange.ts";
import { findAlternation } from "./contradictions.ts";
import { operationsByAnswer, ruleAndExceptions, summaryOf } from "./format.ts";
import type { Observer } from "./observer.ts";
import { isChoice, isClientError, mediaType, shownObjects, statusesByOperation } from "./reading.ts";

/** Equal for the same request by the same caller in the same state: a 202 while feedback is queued does not contradict a later 200. */
function requestAndState(exchange: Exchange): string {
  const { credential, request } = exchange;
  const [shown] = shownObjects(exchange);
  const isList = exchange.operation?.startsWith("list") === true;
  const state = isList ? shownObjects(exchange).length : shown?.status;
  return JSON.stringify([credential, request.method, request.url, mediaType(exchange), request.body, state]);
}

const successCodes: Observer = {
  clause: "endpoint.success-codes",
  unobserved: "no response was a 2xx",
  observe(exchanges) {
    const successes = exchanges.filter(
      (exchange) => isChoice(exchange) && exchange.isSuccess && exchange.intent === "valid",
    );
    const codes = statusesByOperation(successes);
    const contradiction = findAlternation(
      successes.map((exchange) => ({
        exchange,
        conditions: requestAndState(exchange),
        answer: String(exchange.status),
      })),
    );
    return {
      choices: operationsByAnswer(codes),
      choice: ruleAndExceptions(codes),
      ...(contradiction === undefined ? {} : { contradiction }),
    };
  },
};

/** 403 is stated for callers without permission (§5.8); `auth.roles` observes which callers these are. */
const isErrorCode = (exchange: Exchange) => isClientError(exchange) && exchange.status !== 403;

const errorCodes: Observer = {
  clause: "endpoint.error-codes",
  unobserved: "no error response had a status other than 401, 403 or 429",
  observe(exchanges) {
    const codes = statusesByOperation(exchanges.filter(isErrorCode));
    return { choices: operationsByAnswer(codes), choice: summaryOf(codes) };
  },
};

export const codeObservers: readonly Observer[] = [successCodes, errorCodes];
