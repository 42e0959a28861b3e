/** §4 and §7.4: the statuses of successes and errors of each operation, and of each kind of faulty request. */
import { requestJson } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";
import { findAlternation, findDifference } from "./contradictions.ts";
import { distinct, operationsByAnswer, ruleAndExceptions, summaryOf } from "./format.ts";
import type { Observer } from "./observer.ts";
import { isChoice, isClientError, isList, mediaType, shownObjects, statusesByOperation } from "./reading.ts";

const statusOf = ({ status }: Exchange) => String(status);

/** Requests of a caller in the same state: a 202 while feedback is queued does not contradict a later 200. */
function requestAndState(exchange: Exchange): unknown {
  const { credential, request } = exchange;
  const shown = shownObjects(exchange);
  const state = isList(exchange) ? shown.length : shown[0]?.status;
  return [credential, request.method, request.url, mediaType(exchange), request.body, state];
}

const successCodes: Observer = {
  clause: "endpoint.success-codes",
  unobserved: "no response was a 2xx",
  observe(exchanges) {
    const successes = exchanges.filter(
      (exchange) => isChoice(exchange) && exchange.isSuccess && exchange.intent === "valid",
    );
    const codes = statusesByOperation(successes);
    return {
      choices: operationsByAnswer(codes),
      choice: ruleAndExceptions(codes),
      contradiction: findAlternation(successes, requestAndState, statusOf),
    };
  },
};

/** 403 is stated for callers without permission (§5.8). `auth.roles` observes which callers these are. */
const isErrorCode = (exchange: Exchange) => isClientError(exchange) && exchange.status !== 403;

const errorCodes: Observer = {
  clause: "endpoint.error-codes",
  unobserved: "no error response had a status other than 401, 403 or 429",
  observe(exchanges) {
    const codes = statusesByOperation(exchanges.filter(isErrorCode));
    return { choices: operationsByAnswer(codes), choice: summaryOf(codes) };
  },
};

function badInputOf(exchange: Exchange): string {
  if (exchange.intent === "unknown-id") return "an unknown identifier";
  if (exchange.intent === "foreign-id") return "another organization's identifier";
  const type = mediaType(exchange);
  if (type !== undefined && !/json/i.test(type)) return "another media type";
  return requestJson(exchange) === undefined ? "a body that is not JSON" : "a wrong value";
}

/** The form of an identifier: a target may answer a malformed identifier differently from a well-formed unknown one. */
function identifierForm(id: string): string {
  const withLetters = /^[\da-f-]+$/i.test(id) ? "hexadecimal" : "text";
  const alphabet = /^\d+$/.test(id) ? "digits" : withLetters;
  return `${id.length} ${/^[A-Za-z]+[_:-](?=.)/.exec(id)?.[0] ?? ""} ${alphabet}`;
}

/**
 * `/v1/products/{productId}/problems/{problemId}`: only the last identifier is unknown or foreign. Some targets accept
 * a slug in its place, so another organization's slug is foreign to them and unknown to others.
 */
function requestedPath(exchange: Exchange, slugs: ReadonlySet<string>): readonly string[] {
  const segments = pathOf(exchange).split("/");
  const last = segments.length % 2 === 0 ? segments.length - 1 : segments.length - 2;
  const form =
    exchange.intent === "unknown-id" ? identifierForm : (segment: string) => (slugs.has(segment) ? "{slug}" : "{id}");
  return segments.map((segment, at) => (at === last && at > 2 ? form(segment) : segment));
}

/** A body with another fault may have another status. `slugs`: what the target showed as slugs, encoded for a path. */
function requestAndFault(exchange: Exchange, slugs: ReadonlySet<string>): unknown {
  const { credential, operation, intent, request } = exchange;
  return [credential, operation, intent, requestedPath(exchange, slugs), mediaType(exchange), request.body];
}

/** Without the status endpoint: a status that does not exist yet may be answered differently from a foreign one. */
const isComparable = (exchange: Exchange) => isClientError(exchange) && exchange.operation !== "getFeedbackStatus";

/** `accepted by updateMe: {"firstName":null}`: which of the wrong values were. Without the run's marks, which differ each time. */
const acceptedValues = (bad: readonly Exchange[]) =>
  distinct(
    bad.flatMap(({ isSuccess, intent, operation, request }) => {
      if (!isSuccess || intent !== "invalid" || operation === undefined || request.body === "") return [];
      const body = request.body.replace(/fpk[\w-]*\d[\w-]*/gi, "fpk…");
      return [`accepted by ${operation}: ${body.length > maxShown ? `${body.slice(0, maxShown)}…` : body}`];
    }),
  );

/** Of a body, in characters. */
const maxShown = 120;

const badInput: Observer = {
  clause: "error.statuses",
  unobserved: "no request with bad input was answered",
  observe(exchanges) {
    const bad = exchanges.filter((exchange) => isChoice(exchange) && exchange.intent !== "valid");
    const kinds = [...new Set(bad.map(badInputOf))].map((what) => ({
      what,
      codes: statusesByOperation(bad.filter((exchange) => badInputOf(exchange) === what)),
    }));
    const slugs = new Set(exchanges.flatMap(shownObjects).map(({ slug }) => encodeURIComponent(String(slug))));
    return {
      choices: [
        ...kinds.flatMap(({ what, codes }) => operationsByAnswer(codes).map((line) => `${what}: ${line}`)),
        ...acceptedValues(bad),
      ],
      choice: kinds.map(({ what, codes }) => `${what}: ${ruleAndExceptions(codes)}`).join(" · "),
      contradiction: findDifference(bad.filter(isComparable), (exchange) => requestAndFault(exchange, slugs), statusOf),
    };
  },
};

export const statusObservers: readonly Observer[] = [successCodes, errorCodes, badInput];
