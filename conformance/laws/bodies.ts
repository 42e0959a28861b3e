/** All bodies are JSON (the paragraph before §1); error bodies are as §2.14 and §7.1 say. */

import { isAnswered, isError, isObject, quoted } from "../model/body.ts";
import type { Law } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { resources } from "../model/resources.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import { judgeProblems } from "./resource-fields.ts";

/** Whether the document shows a body for a success of this operation. */
function showsBody(exchange: Exchange): boolean {
  const { operation } = exchange;
  return (
    operation !== undefined &&
    resources.some((resource) => resource.listedBy.includes(operation) || resource.shownBy.includes(operation))
  );
}

function shownBody(exchange: Exchange): string {
  const body = exchange.response?.body ?? "";
  if (exchange.response?.isUtf8 === false) return "bytes that are not UTF-8";
  return body === "" ? `${exchange.status} with an empty body` : `${exchange.status} with ${quoted(body)}`;
}

/** The body was longer than the client reads, and is not known whole. */
const isCut = (exchange: Exchange) => exchange.response?.isCut === true;

const isJsonText = (exchange: Exchange) => exchange.isJson() && exchange.response?.isUtf8 === true;

/** An empty body is allowed where the document shows no body. */
export const bodyIsJson: Law = {
  id: "body.is-json",
  clause: "body.json",
  claim: "The body of a success is JSON",
  judge(exchange) {
    if (!isAnswered(exchange) || !exchange.isSuccess || isCut(exchange)) return notApplicable;
    if (exchange.response?.body === "" && !showsBody(exchange)) return notApplicable;
    return isJsonText(exchange) ? holds : fails({ expected: "a JSON body in UTF-8", actual: shownBody(exchange) });
  },
};

const jsonType = /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i;

export const bodyHasJsonType: Law = {
  id: "body.has-json-type",
  clause: "body.media-type",
  claim: "A JSON body has a JSON Content-Type",
  judge(exchange) {
    if (!isAnswered(exchange) || !exchange.isJson()) return notApplicable;
    const type = exchange.header("content-type");
    if (type !== undefined && jsonType.test(type)) return holds;
    return fails({
      expected: "Content-Type application/json, or one that ends in +json",
      actual: type === undefined ? "no Content-Type" : quoted(type),
    });
  },
};

/** §7.1. */
export const errorIsObject: Law = {
  id: "error.is-object",
  clause: "error.json-object",
  claim: "Every error response is a JSON object",
  judge(exchange) {
    if (!isError(exchange) || isCut(exchange)) return notApplicable;
    if (isJsonText(exchange) && isObject(exchange.json())) return holds;
    return fails({ expected: "a JSON object", actual: shownBody(exchange) });
  },
};

const isErrorObject = (exchange: Exchange) => isError(exchange) && isObject(exchange.json());

/** §2.14, first row. */
export const errorNamesError: Law = {
  id: "error.names-error",
  clause: "error.body",
  claim: "An error body has the property error, a string",
  judge(exchange, context) {
    if (!isErrorObject(exchange)) return notApplicable;
    return judgeProblems(
      context.problems(exchange),
      (problem) => problem.resource === "Error" && (problem.field === "error" || problem.field === ""),
    );
  },
};

/** §2.14, the rows of `issues`. */
export const errorIssueShape: Law = {
  id: "error.issue-shape",
  clause: "error.issues",
  claim: "issues, if present, is an array of issues with code and message",
  judge(exchange, context) {
    const body = exchange.json();
    if (!isErrorObject(exchange) || !isObject(body) || !("issues" in body)) return notApplicable;
    return judgeProblems(
      context.problems(exchange),
      (problem) => problem.resource === "Issue" || (problem.resource === "Error" && problem.field === "issues"),
    );
  },
};

/** §4, rule 3: the declared errors that are named, 401 and 403 of endpoint 3, and the 429 of §7.2. */
export const errorDeclaredShape: Law = {
  id: "error.declared-shape",
  clause: "endpoint.error-shape",
  claim: "A declared error of an endpoint has the shape of section 2.14",
  judge(exchange, context) {
    const isDeclared = exchange.operation === "listFeatures" && [401, 403].includes(exchange.status);
    if (!isDeclared || isCut(exchange)) return notApplicable;
    if (!isObject(exchange.json())) return fails({ expected: "an error body", actual: shownBody(exchange) });
    return judgeProblems(context.problems(exchange), () => true);
  },
};

const isAuthenticated = (exchange: Exchange) => exchange.kind === "api-key" || exchange.kind === "session";

/** What was wrong with the request is the caller's error, §7. */
export const errorNever5xx: Law = {
  id: "error.never-5xx",
  clause: "error.no-server-error",
  claim: "Bad input and unknown identifiers are not answered with a 5xx",
  judge(exchange) {
    if (!isAnswered(exchange) || (exchange.intent === "valid" && isAuthenticated(exchange))) return notApplicable;
    if (exchange.status < 500) return holds;
    return fails({ expected: "a 4xx", actual: shownBody(exchange) });
  },
};

/** §5.4: a key is shown once, at creation, and no endpoint creates one. */
export const keyNeverReturned: Law = {
  id: "auth.key-never-returned",
  clause: "auth.key-secrecy",
  claim: "No response carries an API key",
  judge(exchange) {
    // A target may echo what was sent: a body, or a made-up token that contains a key.
    const isSent = exchange.request.body !== "" || exchange.kind === "unknown";
    if (!isAnswered(exchange) || isSent) return notApplicable;
    return exchange.holdsKey === undefined
      ? holds
      : fails({ expected: "no API key in the response", actual: "the API key of a credential" });
  },
};
