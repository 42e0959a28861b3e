/** §4: the codes of each operation. */
import type { Exchange } from "../model/exchange.ts";
import { findAlternation } from "./contradictions.ts";
import { operationsByAnswer, ruleAndExceptions, summaryOf } from "./format.ts";
import type { Observer } from "./observer.ts";
import { isChoice, isClientError, mediaType, shownObjects, statusesByOperation } from "./reading.ts";

/** The same request by the same caller, answered with as many items or the same status: 202 while it is queued is no 200. */
function requestAndState(exchange: Exchange): string {
  const { credential, request } = exchange;
  const [shown] = shownObjects(exchange);
  const isList = exchange.operation?.startsWith("list") === true;
  const state = isList ? shownObjects(exchange).length : shown?.status;
  return JSON.stringify([credential, request.method, request.url, mediaType(exchange), request.body, state]);
}

const successCodes: Observer = {
  clause: "endpoint.success-codes",
  unobserved: "nothing was answered 2xx",
  observe(exchanges) {
    const successes = exchanges.filter((one) => isChoice(one) && one.isSuccess && one.intent === "valid");
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

/** 403 is stated for who may not (§5.8); which callers that is, `auth.roles` tells. */
const isErrorCode = (exchange: Exchange) => isClientError(exchange) && exchange.status !== 403;

const errorCodes: Observer = {
  clause: "endpoint.error-codes",
  unobserved: "nothing was refused but with 401, 403 or 429",
  observe(exchanges) {
    const codes = statusesByOperation(exchanges.filter(isErrorCode));
    return { choices: operationsByAnswer(codes), choice: summaryOf(codes) };
  },
};

export const codeObservers: readonly Observer[] = [successCodes, errorCodes];
