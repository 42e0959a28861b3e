/** §7.4: how bad input of each kind is answered. */
import type { Exchange } from "../model/exchange.ts";
import { pathOf } from "../model/response-text.ts";
import { type ConditionalAnswer, findDifference } from "./contradictions.ts";
import { operationsByAnswer, ruleAndExceptions } from "./format.ts";
import type { Observer } from "./observer.ts";
import { isChoice, isClientError, mediaType, requestJson, statusesByOperation } from "./reading.ts";

/** What was wrong with a request. */
function kindOf(exchange: Exchange): string {
  if (exchange.intent === "unknown-id") return "an unknown identifier";
  if (exchange.intent === "foreign-id") return "another organization's identifier";
  const type = mediaType(exchange);
  if (type !== undefined && !/json/i.test(type)) return "another media type";
  return requestJson(exchange) === undefined ? "a body that is not JSON" : "a wrong value";
}

/** The form of an identifier: a target may answer a malformed identifier in another way than a well-formed unknown one. */
function identifierForm(id: string): string {
  const alphabet = /^\d+$/.test(id) ? "digits" : /^[\da-f-]+$/i.test(id) ? "hexadecimal" : "text";
  return `${id.length} ${/^[A-Za-z]+[_:-](?=.)/.exec(id)?.[0] ?? ""} ${alphabet}`;
}

/** `/v1/products/{productId}/problems/{problemId}`: only the last identifier is unknown or foreign. */
function requestedPath(exchange: Exchange): readonly string[] {
  const segments = pathOf(exchange).split("/");
  const last = segments.length % 2 === 0 ? segments.length - 1 : segments.length - 2;
  const isUnknown = exchange.intent === "unknown-id";
  return segments.map((segment, at) =>
    at === last && at > 2 ? (isUnknown ? identifierForm(segment) : "{id}") : segment,
  );
}

function conditionalAnswerOf(exchange: Exchange): ConditionalAnswer {
  const { credential, operation, intent, request, status } = exchange;
  // A body with another fault may be answered with another status.
  const conditions = JSON.stringify([
    credential,
    operation,
    intent,
    requestedPath(exchange),
    mediaType(exchange),
    request.body,
  ]);
  return { exchange, conditions, answer: String(status) };
}

/** Excludes the status endpoint: a status that does not exist yet may be answered in another way than one of another organization. */
const isComparable = (exchange: Exchange) => isClientError(exchange) && exchange.operation !== "getFeedbackStatus";

const statuses: Observer = {
  clause: "error.statuses",
  unobserved: "no request with bad input was answered",
  observe(exchanges) {
    const bad = exchanges.filter((exchange) => isChoice(exchange) && exchange.intent !== "valid");
    const kinds = [...new Set(bad.map(kindOf))].map((what) => ({
      what,
      codes: statusesByOperation(bad.filter((exchange) => kindOf(exchange) === what)),
    }));
    const contradiction = findDifference(bad.filter(isComparable).map(conditionalAnswerOf));
    return {
      choices: kinds.flatMap(({ what, codes }) => operationsByAnswer(codes).map((line) => `${what}: ${line}`)),
      choice: kinds.map(({ what, codes }) => `${what}: ${ruleAndExceptions(codes)}`).join(" · "),
      ...(contradiction === undefined ? {} : { contradiction }),
    };
  },
};

export const badInputObservers: readonly Observer[] = [statuses];
