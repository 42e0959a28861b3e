/** Sentences about wrong bodies, except for their fields. */
import { unlistedValue } from "../../generate/wrong.ts";
import { headersPresent } from "../../laws/rate-limit-headers.ts";
import { hasErrorText, isError, isObject, requestJson } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";
import { pathOf } from "../../model/path-of.ts";
import { answerOf } from "../../model/response-text.ts";
import { answersNull } from "../report/causing-write.ts";
import { type DiagnosedFailure, firstFive, maxBody, statusesOf, symptomsOf } from "./diagnosed-failure.ts";
import { isSuccessWithoutJson } from "./response-faults.ts";

/** `a success of submitFeedback has no JSON body; actual: 204 with an empty body`. Of a long body its beginning and its end. */
export function describeNotJson(group: readonly DiagnosedFailure[]): string {
  const proof = group.flatMap((failure) => failure.proof);
  const without = proof.filter(isSuccessWithoutJson);
  // A body may also be almost JSON, such as one with Infinity.
  const shown = without.length > 0 ? without : proof;
  const [first] = shown;
  const what = without.length > 0 ? "no JSON body" : "a body that is not JSON";
  return `a success of ${operationsOf(group, (exchange) => shown.includes(exchange))} has ${what}${first === undefined ? "" : `; actual: ${answerOf(first, maxBody)}`}`;
}

export function describeAccepted(group: readonly DiagnosedFailure[]): string {
  const symptoms = symptomsOf(group, "wrong-types");
  const operations = firstFive(symptoms.flatMap((each) => each.operations));
  const fields = symptoms.flatMap(({ problems }) => problems.map(({ field, resource }) => `${field} of ${resource}`));
  const isUnlisted = group.every(({ shown }) => shown?.request.body.includes(`"${unlistedValue}"`));
  return `${isUnlisted ? "values that are not in the enumeration" : "values of another type"} are accepted by ${operations}${fields.length === 0 ? "" : `, and shown again: ${firstFive(fields)}`}`;
}

export function describeErrorBodies(group: readonly DiagnosedFailure[], exchanges: readonly Exchange[]): string {
  return `error responses${whichAreWrong(group, exchanges)} do not have the body of section 2.14${alsoWithoutHeaders(group)}`;
}

/** ` with 401`: the requests or the statuses of the errors without an `error`. Empty if errors of many kinds are wrong. */
function whichAreWrong(group: readonly DiagnosedFailure[], exchanges: readonly Exchange[]): string {
  const errors = exchanges.filter(isError);
  const wrong = errors.filter((exchange) => !hasErrorText(exchange.json()));
  if (group.every(isOutside)) return " to requests outside the contract";
  const statuses = statusesOf(wrong);
  const isPart = statuses.length > 0 && statuses.length < statusesOf(errors).length;
  if (!isPart || statuses.length > maxStatuses) return "";
  const isAlsoOutside = group.some((each) => isOutside(each) && !statuses.includes(each.shown?.status ?? 0));
  return ` with ${statuses.join(", ")}${isAlsoOutside ? ", and to requests outside the contract," : ""}`;
}

const isOutside = ({ shown }: DiagnosedFailure) => shown !== undefined && !isError(shown);

/** A cause names at most this many statuses of wrong error bodies: one layer of a server answers with few. */
const maxStatuses = 2;

/** Headers are often missing on some of the wrong errors only, such as on those that a handler for exceptions writes. */
function alsoWithoutHeaders(group: readonly DiagnosedFailure[]): string {
  const ofHeaders = group.filter(({ result }) => result.id === headersPresent.id);
  if (ofHeaders.length === 0) return "";
  const statuses = statusesOf(ofHeaders.flatMap(({ proof }) => proof));
  const isAll = group.every(({ shown }) => shown === undefined || statuses.includes(shown.status));
  const what = isAll
    ? ", nor the rate limit headers"
    : `; those with ${statuses.join(", ")} lack the rate limit headers, too`;
  return `${what}: does ${answeringBefore(statuses)} answer them?`;
}

/** What answers with these statuses before a request comes to an endpoint, or after an endpoint failed. */
function answeringBefore(statuses: readonly number[]): string {
  const [first] = statuses;
  if (statuses.every((status) => status >= 500)) return "the framework's handler for exceptions";
  if (statuses.length === 1 && first === 413) return "what limits the size of a body";
  if (!statuses.includes(429)) return "the framework's handler for unknown paths";
  return statuses.length === 1 ? "the rate limiter itself, or a gateway," : "a gateway, or the framework,";
}

/** `errors come with a 2xx: 200 with {"error":"not found"}`; of a longer body only `: 200 to GET /v1/products`. */
export function describeErrorAsSuccess(exchange: Exchange | undefined): string {
  if (exchange === undefined) return "errors come with a 2xx";
  const answer = answerOf(exchange, maxBody);
  return `errors come with a 2xx: ${answer === answerOf(exchange) ? answer : `${exchange.status} to ${exchange.request.method} ${pathOf(exchange)}`}`;
}

export const operationsOf = (group: readonly DiagnosedFailure[], which: (exchange: Exchange) => boolean) =>
  firstFive(group.flatMap(({ proof }) => proof.filter(which).flatMap(({ operation }) => operation ?? [])));

/** `, since PUT /v1/me with firstName (exchange 62)`, if each failure appears only after a write; for a list that only the profile contradicts, a question. */
export function sinceWrite(group: readonly DiagnosedFailure[], exchanges: readonly Exchange[]): string {
  const writes = group.map(({ result }) => exchanges.find(({ index }) => index === result.after));
  const [first] = writes.toSorted((a, b) => (a?.index ?? 0) - (b?.index ?? 0));
  if (first === undefined || writes.includes(undefined)) return "";
  const sent = requestJson(first);
  const fields = isObject(sent) ? firstFive(Object.keys(sent)) : "";
  const write = `${first.request.method} ${pathOf(first)}${fields === "" ? "" : ` with ${fields}`} (exchange ${first.index})`;
  const wasRead = ({ shown }: DiagnosedFailure) =>
    exchanges.some(
      ({ request, isSuccess, index }) => request.url === shown?.request.url && isSuccess && index < first.index,
    );
  const isOfNewList = !group.some(wasRead) && group.every(({ shown }) => shown?.operation === "listMembers");
  if (!isOfNewList) return `, since ${write}`;
  // What is known of a list that was not read before (`causing-write.ts`).
  const problems = symptomsOf(group, "fields").flatMap((each) => each.problems);
  const known = problems.some((problem) => answersNull(first, [problem]))
    ? `${write} is answered with null, too`
    : `GET /v1/me showed a string before ${write}`;
  return `; ${known}: is what an update leaves out cleared?`;
}
