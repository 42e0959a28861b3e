/** §7 and §2.14: error responses, and the shape of their bodies. */
import { isAnswered, isError, isObject } from "../model/body.ts";
import type { Law } from "../model/check.ts";
import { type Exchange, isAuthenticated, isOverloaded, isServerError } from "../model/exchange.ts";
import { isRejectedByHttpServer } from "../model/rejected-by-http-server.ts";
import { answerOf } from "../model/response-text.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import { isCut, isJsonText, judgeProblems, problemLaw } from "./judge-problems.ts";

const isErrorObject = (exchange: Exchange) => isError(exchange) && isObject(exchange.json());

function hasIssues(exchange: Exchange): boolean {
  const body = exchange.json();
  return isError(exchange) && isObject(body) && "issues" in body;
}

/** The reason of a skip if no error response was seen. */
export const noneRejected = "this run sent no request that must be rejected, and none was rejected";

/** §7.1. */
export const errorIsObject: Law = {
  id: "error.is-object",
  clause: "error.json-object",
  claim: "Every error response is a JSON object",
  skipReason: `${noneRejected}: see auth.no-credentials`,
  judge(exchange) {
    if (!isError(exchange) || isCut(exchange) || isRejectedByHttpServer(exchange)) return notApplicable;
    if (isJsonText(exchange) && isObject(exchange.json())) return holds;
    return fails({ expected: "a JSON object", actual: answerOf(exchange) });
  },
};

/** §2.14, first row. */
export const errorNamesError = problemLaw({
  id: "error.names-error",
  clause: "error.body",
  claim: "An error body has the field `error`, a string",
  skipReason: "no error response is a JSON object: see error.is-object",
  appliesTo: isErrorObject,
  concerns: ({ resource, field }) => resource === "Error" && (field === "error" || field === ""),
});

/** §2.14, the rows of `issues`. */
export const errorIssueShape = problemLaw({
  id: "error.issue-shape",
  clause: "error.issues",
  claim: "The field `issues` of an error body, if it is there, is an array of objects with code and message",
  skipReason: "no error body has issues: they are optional (§2.14)",
  skipEffect: "no-action",
  appliesTo: hasIssues,
  concerns: ({ resource, field }) => resource === "Issue" || (resource === "Error" && field === "issues"),
});

/** §4, rule 3: the declared errors that are named, 401 and 403 of endpoint 3. */
export const errorDeclaredShape: Law = {
  id: "error.declared-shape",
  clause: "endpoint.error-shape",
  claim: "A 401 or a 403 of the feature list has an error body as in section 2.14",
  concerns: () => true,
  dependsOn: ["listFeatures"],
  skipReason: "no list of features was answered 401 or 403: see auth.no-credentials",
  judge(exchange, context) {
    const isDeclared = exchange.operation === "listFeatures" && [401, 403].includes(exchange.status);
    if (!isDeclared || isCut(exchange)) return notApplicable;
    if (!isObject(exchange.json()))
      return fails({ expected: "an error body: a JSON object with `error`, a string", actual: answerOf(exchange) });
    return judgeProblems(context.problems(exchange), () => true);
  },
};

/** At most this many characters of a body are in a sentence. */
const maxSent = 80;

const shortened = (text: string) => (text.length > maxSent ? `${text.slice(0, maxSent)}…` : text);

function causeOf(exchange: Exchange): string {
  const { intent, operation, request } = exchange;
  const causes = {
    valid: "a request",
    invalid: request.body === "" ? "bad input" : `the body ${shortened(request.body)}`,
    "unknown-id": "an unknown identifier",
    "foreign-id": "another organization's identifier",
  };
  return `${causes[intent]} ${isAuthenticated(exchange) ? "" : "without valid credentials "}(${operation})`;
}

/** §7: a fault in the request is the caller's error. */
export const errorNever5xx: Law = {
  id: "error.never-5xx",
  clause: "error.no-server-error",
  claim: "Bad input and unknown identifiers are not answered with a 5xx",
  skipReason: `${noneRejected}: see auth.no-credentials`,
  judge(exchange) {
    const isJudged = isAnswered(exchange) || (exchange.operation !== undefined && isServerError(exchange));
    if (!isJudged || isOverloaded(exchange) || (exchange.intent === "valid" && isAuthenticated(exchange)))
      return notApplicable;
    return isServerError(exchange)
      ? fails({ expected: `a 4xx for ${causeOf(exchange)}`, actual: answerOf(exchange) })
      : holds;
  },
};
