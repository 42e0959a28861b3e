/** §4, endpoints 12 and 17: the success bodies that the document does not show. */
import { isObject, requestJson } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { findAlternation } from "./contradictions.ts";
import type { Observer } from "./observer.ts";
import { responsesTo } from "./reading.ts";

/** Whether a success has a body, and the names of its fields. */
const successBody = (clause: string, operation: "updateMe" | "inviteMember", unobserved: string): Observer => ({
  clause,
  unobserved,
  observe(exchanges) {
    const successes = responsesTo(exchanges, operation).filter(({ isSuccess }) => isSuccess);
    return {
      choices: [...new Set(successes.map(describeBody))],
      contradiction: findAlternation(successes, callerAndFields, (exchange) =>
        isEmpty(exchange) ? "no body" : "a body",
      ),
    };
  },
});

const isEmpty = ({ response }: Exchange) => response?.body === "";

function callerAndFields(exchange: Exchange): unknown {
  const body = requestJson(exchange);
  return [exchange.credential, exchange.request.url, isObject(body) ? Object.keys(body).sort() : []];
}

function describeBody(exchange: Exchange): string {
  if (isEmpty(exchange)) return "none";
  const body = exchange.json();
  if (!exchange.isJson()) return "not JSON";
  if (Array.isArray(body)) return "an array";
  if (!isObject(body)) return body === null ? "null" : `a ${typeof body}`;
  const names = Object.keys(body).slice(0, 16);
  return names.length === 0 ? "an empty object" : `an object with ${names.map((name) => name.slice(0, 40)).join(", ")}`;
}

export const successBodyObservers: readonly Observer[] = [
  successBody("endpoint.update-body", "updateMe", "no update of the profile was accepted"),
  successBody("endpoint.invite-body", "inviteMember", "no invitation was accepted"),
];
