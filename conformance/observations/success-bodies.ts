/** §4, endpoints 12 and 17: the success bodies that the document does not show. */
import type { OperationId } from "../../spec/contract.ts";
import { isObject } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { findAlternation } from "./contradictions.ts";
import type { Observer } from "./observer.ts";
import { isChoice, requestJson } from "./reading.ts";

/** Whether a success carries a body, and the names of its fields. */
function successBody(clause: string, operation: OperationId, unobserved: string): Observer {
  return {
    clause,
    unobserved,
    observe(exchanges) {
      const successes = exchanges.filter(
        (exchange) => exchange.operation === operation && isChoice(exchange) && exchange.isSuccess,
      );
      const contradiction = findAlternation(
        successes.map((exchange) => ({
          exchange,
          conditions: JSON.stringify([exchange.credential, exchange.request.url, fieldNamesOf(requestJson(exchange))]),
          answer: exchange.response?.body === "" ? "no body" : "a body",
        })),
      );
      const choices = [...new Set(successes.map(describeBody))];
      return { choices, ...(contradiction === undefined ? {} : { contradiction }) };
    },
  };
}

const fieldNamesOf = (body: unknown) => (isObject(body) ? Object.keys(body).sort() : []);

function describeBody(exchange: Exchange): string {
  if (exchange.response?.body === "") return "none";
  const body = exchange.json();
  if (!exchange.isJson()) return "no JSON";
  if (Array.isArray(body)) return "an array";
  if (!isObject(body)) return body === null ? "null" : `a ${typeof body}`;
  const names = Object.keys(body)
    .slice(0, 16)
    .map((name) => name.slice(0, 40));
  return names.length === 0 ? "an empty object" : `an object with ${names.join(", ")}`;
}

export const successBodyObservers: readonly Observer[] = [
  successBody("endpoint.update-body", "updateMe", "no update of the profile was accepted"),
  successBody("endpoint.invite-body", "inviteMember", "no invitation was accepted"),
];
