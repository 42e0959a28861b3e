/** §4: the codes of each operation. */
import type { Exchange } from "../model/exchange.ts";
import { wavering } from "./contradictions.ts";
import { byAnswer, folded, ruleOf } from "./format.ts";
import type { Observer } from "./observer.ts";
import { answered, isChoice, isRefusal, mediaType, shownObjects } from "./reading.ts";

/** The same request by the same caller, answered with as many items or the same status: 202 while it is queued is no 200. */
function whole(exchange: Exchange): string {
  const { credential, request } = exchange;
  const [shown] = shownObjects(exchange);
  const isList = exchange.operation?.startsWith("list") === true;
  const state = isList ? shownObjects(exchange).length : shown?.status;
  return JSON.stringify([credential, request.method, request.url, mediaType(exchange), request.body, state]);
}

const successCodes: Observer = {
  clause: "endpoint.success-codes",
  unseen: "nothing was answered 2xx",
  observe(exchanges) {
    const successes = exchanges.filter((one) => isChoice(one) && one.isSuccess && one.intent === "valid");
    const codes = answered(successes);
    const contradiction = wavering(
      successes.map((exchange) => ({ exchange, conditions: whole(exchange), answer: String(exchange.status) })),
    );
    return {
      choices: byAnswer(codes),
      choice: ruleOf(codes),
      ...(contradiction === undefined ? {} : { contradiction }),
    };
  },
};

/** 403 is stated for who may not (§5.8); which callers that is, `auth.roles` tells. */
const isErrorCode = (exchange: Exchange) => isRefusal(exchange) && exchange.status !== 403;

const errorCodes: Observer = {
  clause: "endpoint.error-codes",
  unseen: "nothing was refused but with 401, 403 or 429",
  observe(exchanges) {
    const codes = answered(exchanges.filter(isErrorCode));
    return { choices: byAnswer(codes), choice: folded(codes) };
  },
};

export const codeObservers: readonly Observer[] = [successCodes, errorCodes];
