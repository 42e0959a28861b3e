/** Which failures have the same cause: those with the same key. */
import { errorNever5xx } from "../../laws/errors.ts";
import { refusedWhenExceeded } from "../../laws/limiter/refused-when-exceeded.ts";
import { remainingInRange } from "../../laws/rate-limit-headers.ts";
import { steadyAnswers } from "../../laws/steady-answers.ts";
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { type DiagnosedFailure, type SymptomOf, symptomsOf } from "./diagnosed-failure.ts";
import { type FieldProblem, fieldKey, renamed } from "./field-problem.ts";
import { raceOf } from "./limiter-consequences.ts";

/** Failures with the same key have the same cause. `served`: the operations with a 2xx. */
export function keyOf(
  failure: DiagnosedFailure,
  all: readonly DiagnosedFailure[],
  served: ReadonlySet<string>,
): string {
  const { result, sequenceLaw, shown, symptom } = failure;
  if (isOfUnsteady(failure, all)) return steadyAnswers.id;
  switch (symptom.kind) {
    case "fields":
      return mostWidespread(symptom.problems, all);
    case "status":
      if (shown !== undefined && symptom.status >= 500 && !isAuthenticated(shown))
        return `credentials ${symptom.status}`;
      // The caller's credentials are valid, so every wrong rejection is one fault.
      return symptom.status === 401 || isEverywhere(symptom, all, served)
        ? `${symptom.status}`
        : `${symptom.status} ${symptom.operation}`;
    case "credentials":
      return keyOfCredentials(failure, symptom, all);
    case "foreign-items":
      return "foreign-id";
    case "other": {
      const named = all.find(({ result: { id } }) => isThreshold(failure) && result.actual?.includes(id));
      if (named !== undefined) return keyOf(named, all, served);
      return (
        (raceOf(failure, all) ?? sequenceLaw ?? overrunOf(failure, all) ?? lawOfClause(failure, all))?.fault ??
        `clause ${result.clause}`
      );
    }
    default:
      return symptom.kind;
  }
}

function keyOfCredentials(
  failure: DiagnosedFailure,
  symptom: SymptomOf<"credentials">,
  all: readonly DiagnosedFailure[],
): string {
  if (isHeadOfError(failure, all)) return "error-as-success";
  return `credentials ${isOfExpiryAlone(failure, all) ? "that expired" : reachesHandler(symptom, all)}`;
}

/** The answers to the same valid read vary, or a 5xx comes while they do: then any request may get one now and then. */
const isOfUnsteady = (failure: DiagnosedFailure, all: readonly DiagnosedFailure[]) =>
  isUnsteady(failure) || (failure.law === errorNever5xx && all.some(isUnsteady));

export const isUnsteady = ({ sequenceLaw }: DiagnosedFailure) => sequenceLaw === steadyAnswers;

/** A threshold of a load script belongs to no section. Its failure may name the checks that failed. */
export const isThreshold = ({ result }: DiagnosedFailure) => result.section === "";

/** The endpoint serves requests without valid credentials. A 404 to an unknown id shows that, too, if the endpoint serves a known one. */
const reachesHandler = ({ status, operation }: SymptomOf<"credentials">, all: readonly DiagnosedFailure[]) =>
  status < 300 ||
  (status === 404 &&
    symptomsOf(all, "credentials").some((other) => other.status < 300 && other.operation === operation));

/** An expired key is served where requests without any credentials are not. */
function isOfExpiryAlone({ shown, symptom }: DiagnosedFailure, all: readonly DiagnosedFailure[]): boolean {
  const isServedToAnyone = (each: Exchange) =>
    each.isSuccess && each.operation === shown?.operation && each.kind !== "expired" && !isAuthenticated(each);
  const isServed = symptom.kind === "credentials" && symptom.status < 300;
  return isServed && shown?.kind === "expired" && !all.some(({ proof }) => proof.some(isServedToAnyone));
}

/** The request is a HEAD, and its status is that of errors that come with a 2xx: a response to HEAD has no body that would show the error. */
const isHeadOfError = ({ shown }: DiagnosedFailure, all: readonly DiagnosedFailure[]) =>
  shown?.request.method === "HEAD" && symptomsOf(all, "error-as-success").some(({ status }) => status === shown.status);

/**
 * For a `remaining` below 0 of successes alone: the law that found more requests served than the limit, since the cause is the same. A 429
 * that reports such a number would still do so if no request too many were served.
 */
function overrunOf(
  { result, withFindings }: DiagnosedFailure,
  all: readonly DiagnosedFailure[],
): DiagnosedFailure["sequenceLaw"] {
  const isBelowZero = withFindings.every((each) => each.isSuccess && (remainingOf(each) ?? 0) < 0);
  if (result.id !== remainingInRange.id || !isBelowZero) return undefined;
  return all.find(({ sequenceLaw }) => sequenceLaw === refusedWhenExceeded)?.sequenceLaw;
}

/** For a check that is no law: the failed law of its clause that names a fault. */
function lawOfClause(
  { result, law }: DiagnosedFailure,
  all: readonly DiagnosedFailure[],
): DiagnosedFailure["sequenceLaw"] {
  if (law !== undefined) return undefined;
  return all.find((other) => other.result.clause === result.clause && other.sequenceLaw?.fault !== undefined)
    ?.sequenceLaw;
}

/** Of the fields that are wrong for this check, the one that is wrong for most checks. */
function mostWidespread(problems: readonly FieldProblem[], all: readonly DiagnosedFailure[]): string {
  if (problems.some(({ wrong }) => wrong === renamed)) return renamed;
  const keys = [...new Set(problems.map(fieldKey))];
  const wrongFields = symptomsOf(all, "fields");
  const spread = (key: string) =>
    wrongFields.filter((each) => each.problems.some((problem) => fieldKey(problem) === key)).length;
  return keys.sort((a, b) => spread(b) - spread(a))[0] ?? "";
}

/** If at least this many operations answer with the same wrong status, they have one cause; a 4xx only if they are never served. */
const minOperations = 3;

function isEverywhere(
  { status, operation }: SymptomOf<"status">,
  all: readonly DiagnosedFailure[],
  served: ReadonlySet<string>,
): boolean {
  const isAlike = (each: string) => status >= 500 || !served.has(each);
  const same = symptomsOf(all, "status").filter((symptom) => symptom.status === status && isAlike(symptom.operation));
  return isAlike(operation) && new Set(same.map((symptom) => symptom.operation)).size >= minOperations;
}
