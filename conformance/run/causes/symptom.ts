/** Finds the symptom of a failed check in its exchanges. Checks with the same symptom fail for the same cause. */
import { alwaysOwn } from "../../laws/always-own.ts";
import { errorDeclaredShape, errorIsObject, errorNever5xx } from "../../laws/errors.ts";
import { bodyIsJson } from "../../laws/json-bodies.ts";
import { answered429 } from "../../laws/limiter/answered-429.ts";
import { isRace } from "../../laws/limiter/concurrent-race.ts";
import { recovers } from "../../laws/limiter/recovers.ts";
import { refusedWhenExceeded } from "../../laws/limiter/refused-when-exceeded.ts";
import { sharedByKeys, sharedBySessions } from "../../laws/limiter/shared-limit.ts";
import { headersPresent, limitIsInteger, remainingIsInteger, resetIsNumeric } from "../../laws/rate-limit-headers.ts";
import { keyRejectedByUsers, rejectedThoughServed } from "../../laws/rejected-though-served.ts";
import { tenantContextsDisjoint, tenantItemsDisjoint } from "../../laws/tenant-items-disjoint.ts";
import { hasErrorText, isError } from "../../model/body.ts";
import type { Law, LawContext } from "../../model/check.ts";
import { type Exchange, isAuthenticated, isServerError } from "../../model/exchange.ts";
import { pathOf } from "../../model/path-of.ts";
import { missingHeaders } from "../../model/rate-limit-headers.ts";
import { acceptedIn } from "./accepted-values.ts";
import { otherUserSymptom } from "./another-user.ts";
import type { IsErrorAsSuccess } from "./errors-as-success.ts";
import { type Failure, operationNamed, type Symptom } from "./failure.ts";
import { fieldProblem } from "./field-problem.ts";
import type { Known } from "./known.ts";
import {
  hasWrongErrorBody,
  isOfError,
  isServedForeignId,
  isServedUnknownId,
  isSuccessWithoutJson,
  repeatsHeader,
} from "./response-faults.ts";

/** The first symptom that applies: from faults that explain many failures to faults of a single response. */
export const symptomOf = (failure: Failure, context: LawContext, known: Known): Symptom =>
  connectionSymptom(failure, known) ??
  limiterSymptom(failure, known) ??
  identifierSymptom(failure, context, known) ??
  bodySymptom(failure, context, known) ??
  headersSymptom(failure, known) ??
  statusSymptom(failure, known) ??
  otherUserSymptom(failure, known.exchanges) ?? { kind: "other" };

/** The server left a body unread, closed the connection, was restarted and has forgotten something, mixed up two responses, or answers a request otherwise when it is sent by itself. */
function connectionSymptom(
  failure: Failure,
  { unreadBefore, refused, mixed, answeredOtherwise }: Known,
): Symptom | undefined {
  const { proof, law, shown } = failure;
  const unread = proof.flatMap(({ index }) => unreadBefore.get(index) ?? []);
  const [before] = unread;
  if (before !== undefined && (law === undefined || unread.length === proof.length))
    return { kind: "unread-body", before };
  if (shown?.reason === "closed") return { kind: "closed" };
  if (mayBeForgotten(failure) && refused.some((at) => isBetween(at, proof))) return { kind: "forgotten" };
  const mixedUp = proof.filter(({ index }) => mixed.has(index));
  const exchange = mixedUp.find((each) => each === shown) ?? mixedUp[0];
  const source = mixed.get(exchange?.index ?? -1);
  if (exchange !== undefined && source !== undefined && (exchange === shown || mixedUp.length >= proof.length / 2))
    return { kind: "mixed-answers", exchange, source };
  const later = answeredOtherwise.get(failure.result.id);
  // A server error that comes now and then has nothing to do with who asks.
  const isAnyServerError = [shown, later].some((each) => each !== undefined && isServerError(each));
  return later && !isAnyServerError ? { kind: "answered-otherwise", later } : undefined;
}

/** The failure shows a resource that is not found, or that differs from what was read before. */
function mayBeForgotten({ shown, law, sequenceLaw, result }: Failure): boolean {
  if (sequenceLaw !== undefined) return !result.id.startsWith("limit.");
  return law === undefined && shown?.status === 404 && isAuthenticated(shown);
}

const isBetween = (at: Exchange, proof: readonly Exchange[]) =>
  proof.some(({ receivedAt }) => receivedAt <= at.sentAt) && proof.some(({ sentAt }) => sentAt >= at.receivedAt);

function limiterSymptom(
  failure: Failure,
  { shownLimit, isRemainingUsed, bySeparateCounts, areCountsReset, exchanges }: Known,
): Symptom | undefined {
  const { result, sequenceLaw, proof } = failure;
  if (shownLimit?.explains.has(result.id)) {
    const { limits, isHeaderWrong } = shownLimit;
    return { kind: "shown-limit", limits, isHeaderWrong };
  }
  // What a 429 after a window shows, or another key's, is a fault by itself, whatever the header says.
  const showsOtherFault = [refusedWhenExceeded, recovers, answered429, sharedByKeys].some((law) => law === sequenceLaw);
  if (isRemainingUsed && sequenceLaw !== undefined && result.id.startsWith("limit.") && !showsOtherFault)
    return { kind: "counts-up" };
  if (bySeparateCounts.has(result.id)) return { kind: "separate-counts", resetsWithOthers: areCountsReset };
  const served = proof.filter(({ isSuccess }) => isSuccess);
  return sequenceLaw === sharedBySessions && isRace(served, exchanges) ? { kind: "session-race" } : undefined;
}

/** A success with an error body, or a 2xx to an identifier that belongs to nobody. */
function identifierSymptom(failure: Failure, context: LawContext, known: Known): Symptom | undefined {
  const { shown, law, proof } = failure;
  const { contract, rejectsUnknownIds, isErrorAsSuccess, exchanges } = known;
  const areErrors = law === undefined || proof.every(isErrorAsSuccess);
  if (shown !== undefined && isErrorAsSuccess(shown) && areErrors)
    return { kind: "error-as-success", status: shown.status };
  const isOfKnownId = ({ intent, operation }: Exchange) =>
    intent === "valid" && operation !== undefined && contract.operation(operation).path.includes("{");
  const failsForKnownIds = (each: Exchange) => isOfKnownId(each) && law?.judge(each, context).verdict === "fail";
  return !rejectsUnknownIds && isOfUnknownIds(failure) && !exchanges.some(failsForKnownIds)
    ? { kind: "unknown-id" }
    : undefined;
}

/** Most exchanges of the proof are a 2xx to identifiers that the caller cannot know. */
function isOfUnknownIds({ result, proof, law, shown }: Failure): boolean {
  if (law === undefined) return result.id.startsWith("error.") && shown !== undefined && isServedUnknownId(shown);
  return proof.filter((each) => isServedUnknownId(each) || isServedForeignId(each)).length > proof.length / 2;
}

/**
 * Key: the id of a case that fails because of fields of a body. Value: which of the body's problems count. The cases are not imported, because that would
 * load everything that generates bodies, even in runs that send nothing.
 */
const concernsOfCases: Readonly<Record<string, Law["concerns"]>> = {
  "feedback.acceptance": () => true,
  "profile.stays-readable": ({ actual }) => actual === "null",
};

function bodySymptom(
  failure: Failure,
  context: LawContext,
  { accepted, isErrorAsSuccess }: Known,
): Symptom | undefined {
  const { result, shown, law, sequenceLaw } = failure;
  const isOfCase = law === undefined && sequenceLaw === undefined;
  const isServed = isOfCase && shown !== undefined && isAuthenticated(shown);
  if (law === bodyIsJson || (isServed && isSuccessWithoutJson(shown))) return { kind: "not-json" };
  const problems = problemsIn(failure, context, isErrorAsSuccess);
  const error = expectedError(failure);
  const isErrorBody =
    law === errorIsObject ||
    (law === errorDeclaredShape && shown !== undefined && !hasErrorText(shown.json())) ||
    problems.some(({ problem, exchange }) => isOfError(problem) && !hasErrorText(exchange.json())) ||
    (error !== undefined && hasWrongErrorBody(error, context));
  if (isErrorBody) return { kind: "error-body" };
  if (result.id.endsWith(".wrong-types") && shown?.isSuccess)
    return { kind: "wrong-types", operations: [shown.operation ?? ""], problems: [] };
  if (problems.length === 0) return undefined;
  const acceptedBy = problems.map(({ problem, exchange }) => acceptedIn(problem, exchange, accepted));
  const own = problems.filter((_, at) => acceptedBy[at] === undefined);
  if (own.length > 0) return { kind: "fields", problems: own.map(fieldProblem) };
  const operations = acceptedBy.flatMap((each) => each?.operation ?? []);
  return { kind: "wrong-types", operations, problems: problems.map(fieldProblem) };
}

/**
 * The problems, in the bodies of the proof and of the findings, that the failed check is about; each with all problems of its body. Without errors that
 * came with a 2xx: they lack every field of the resource.
 */
function problemsIn({ result, withFindings, law }: Failure, context: LawContext, isErrorAsSuccess: IsErrorAsSuccess) {
  const concerns = concernsOfCases[result.id] ?? law?.concerns;
  const resources = withFindings.filter((exchange) => !isErrorAsSuccess(exchange));
  return resources.flatMap((exchange) => {
    const others = context.problems(exchange);
    return others.filter((problem) => concerns?.(problem)).map((problem) => ({ problem, exchange, others }));
  });
}

const lawsOfHeaderValues: readonly (Law | undefined)[] = [limitIsInteger, remainingIsInteger, resetIsNumeric];

/** An error without an `error` that undeclared paths are answered with, too: a handler for unknown paths wrote it. */
const isOfFallback = (exchange: Exchange, exchanges: readonly Exchange[]) =>
  isError(exchange) &&
  !hasErrorText(exchange.json()) &&
  exchanges.some(
    ({ operation, status, response }) =>
      operation === undefined && status === exchange.status && response?.body === exchange.response?.body,
  );

function headersSymptom(failure: Failure, { exchanges }: Known): Symptom | undefined {
  const { result, law, proof } = failure;
  if (result.id === headersPresent.id && proof.every((each) => isOfFallback(each, exchanges)))
    return { kind: "error-body" };
  const error = expectedError(failure);
  const areMissing = result.id === headersPresent.id || (error !== undefined && missingHeaders(error).length > 0);
  if (areMissing) return { kind: "headers" };
  const areRepeated = lawsOfHeaderValues.includes(law) && proof.every(repeatsHeader);
  return areRepeated ? { kind: "repeated-headers" } : undefined;
}

/** The 4xx on which a check of error responses failed. Undefined for a law over single exchanges. */
function expectedError({ result, shown, law }: Failure): Exchange | undefined {
  if (law !== undefined || shown === undefined || !result.id.startsWith("error.")) return undefined;
  return shown.status >= 400 && shown.status < 500 ? shown : undefined;
}

/** `GET /v1/products/prd_3 with a query`. */
function requestLine(exchange: Exchange): string {
  const [path, query] = pathOf(exchange).split("?");
  return `${exchange.request.method} ${path}${query === undefined ? "" : " with a query"}`;
}

/** The checks that no list shows an item of another organization. */
const foreignItemsChecks = ["scope.lists-disjoint", "scope.members-disjoint"];

const isOfForeignItems = ({ result: { id }, proof }: Failure) =>
  [tenantItemsDisjoint.id, tenantContextsDisjoint.id, alwaysOwn.id].includes(id) ||
  (foreignItemsChecks.includes(id) && proof.every(({ isSuccess }) => isSuccess));

const isServerErrorToValid = (exchange: Exchange, operation: string) =>
  exchange.operation === operation &&
  exchange.status >= 500 &&
  exchange.intent === "valid" &&
  isAuthenticated(exchange);

/** Only requests without valid credentials are answered wrongly. */
const isUnauthenticatedOnly = ({ law, proof }: Failure) =>
  (law === undefined ? proof.slice(-1) : proof).every((each) => !isAuthenticated(each));

/** A symptom that a wrong status shows. Undefined for most laws over several exchanges: the status of the last one need not be wrong. */
function statusSymptom(failure: Failure, { contract, exchanges }: Known): Symptom | undefined {
  const { shown, law, sequenceLaw, result } = failure;
  if (shown?.response === undefined) return undefined;
  if (isOfForeignItems(failure)) return { kind: "foreign-items", operation: operationNamed(shown, contract) };
  if (sequenceLaw !== undefined && sequenceLaw !== rejectedThoughServed && sequenceLaw !== keyRejectedByUsers)
    return undefined;
  const { status } = shown;
  const operation = operationNamed(shown, contract);
  // A 401 and a 5xx are wrong for any caller.
  if (result.id === "auth.denied-caller" && status !== 401 && status < 500)
    return { kind: "denied", status, operation };
  if (law === undefined && isAuthenticated(shown) && isServedForeignId(shown))
    return { kind: "foreign-id", status, operation: shown.operation ?? requestLine(shown) };
  const failsForAll = status >= 500 && exchanges.some((each) => isServerErrorToValid(each, operation));
  const isAboutStatus = law === undefined || law === errorNever5xx;
  if (isAboutStatus && isUnauthenticatedOnly(failure) && status !== 401 && !failsForAll)
    return { kind: "credentials", status, operation };
  // A 429 comes from the limiter, not from the operation.
  return status >= 400 && status !== 429 && isAboutStatus ? { kind: "status", status, operation } : undefined;
}
