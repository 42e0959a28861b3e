/** What the exchanges of a failed check show to be wrong: checks with the same symptom fail for the same cause. */
import type { BodyProblem } from "../../../spec/body.ts";
import { errorDeclaredShape, errorIsObject, errorNever5xx } from "../../laws/errors.ts";
import { laws, sequenceLaws } from "../../laws/index.ts";
import { bodyIsJson, showsBody } from "../../laws/json-bodies.ts";
import { limitIsInteger, remainingIsInteger, resetIsNumeric } from "../../laws/rate-limit-headers.ts";
import { keyRejectedByUsers, rejectedThoughServed } from "../../laws/rejected-though-served.ts";
import type { SequenceLaw } from "../../laws/sequence-law.ts";
import { isObject } from "../../model/body.ts";
import type { Law, LawContext } from "../../model/check.ts";
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { rateLimitHeaders } from "../../model/rate-limit-headers.ts";
import type { Result } from "../../model/report.ts";
import { type AcceptedValues, isShownAgain } from "./accepted-values.ts";
import { type FieldProblem, fieldProblem } from "./field-problem.ts";
import type { MixedAnswers } from "./mixed-answers.ts";
import type { ShownLimit } from "./shown-limit.ts";

export interface Failure {
  readonly result: Result;
  /** Those that prove it; `shown` is the one whose answer is reported. */
  readonly proof: readonly Exchange[];
  readonly shown: Exchange | undefined;
  readonly law: Law | undefined;
  readonly sequenceLaw: SequenceLaw | undefined;
}

export type Symptom =
  | { readonly kind: "unread-body"; readonly before: Exchange }
  | { readonly kind: "mixed-answers"; readonly exchange: Exchange; readonly source: Exchange }
  | { readonly kind: "wrong-types"; readonly operation: string | undefined; readonly problems: readonly FieldProblem[] }
  | { readonly kind: "fields"; readonly problems: readonly FieldProblem[] }
  | {
      readonly kind:
        | "error-body"
        | "headers"
        | "repeated-headers"
        | "separate-counts"
        | "unknown-id"
        | "not-json"
        | "other";
    }
  | { readonly kind: "error-as-success"; readonly status: number }
  | { readonly kind: "shown-limit"; readonly limits: readonly number[] }
  | { readonly kind: "credentials" | "foreign-id"; readonly status: number; readonly operation: string }
  | {
      readonly kind: "status";
      readonly status: number;
      readonly operation: string;
      /** The operation that fails since `operation` did. */
      readonly since?: string;
    };

export function failureOf(result: Result, exchanges: readonly Exchange[]): Failure {
  // In the order of the result: of a case the last is the one whose answer is reported, whenever it was sent.
  const proof = result.exchanges.flatMap((index) => exchanges.find((exchange) => exchange.index === index) ?? []);
  const law = laws.find(({ id }) => id === result.id);
  const sequenceLaw = sequenceLaws.find(({ id }) => id === result.id);
  return { result, proof, law, sequenceLaw, shown: law === undefined ? proof.at(-1) : proof[0] };
}

/** What a run knows besides its failures. */
export interface Known {
  /** By the index of an exchange: the one before it on its connection, whose body the server left unread. */
  readonly unreadBefore: ReadonlyMap<number, Exchange>;
  readonly mixed: MixedAnswers;
  /** As `acceptedValues` gives them. */
  readonly accepted: AcceptedValues;
  /** So that what only answers to unknown identifiers show is not about them. */
  readonly refusesUnknownIds: boolean;
  readonly shownLimit: ShownLimit | undefined;
  /** As `explainedBySeparateCounts` gives them. */
  readonly bySeparateCounts: ReadonlySet<string>;
}

export function symptomOf(
  failure: Failure,
  context: LawContext,
  { unreadBefore, mixed, accepted, refusesUnknownIds, shownLimit, bySeparateCounts }: Known,
): Symptom {
  const { result, proof, shown, law } = failure;
  const unread = proof.flatMap(({ index }) => unreadBefore.get(index) ?? []);
  const [before] = unread;
  if (before !== undefined && (law === undefined || unread.length === proof.length))
    return { kind: "unread-body", before };
  const exchanged = proof.filter(({ index }) => mixed.has(index));
  const [exchange] = exchanged;
  const source = mixed.get(exchange?.index ?? -1);
  if (exchange !== undefined && source !== undefined && exchanged.length >= proof.length / 2)
    return { kind: "mixed-answers", exchange, source };
  if (shownLimit?.explains.has(result.id)) return { kind: "shown-limit", limits: shownLimit.limits };
  if (bySeparateCounts.has(result.id)) return { kind: "separate-counts" };
  if (shown !== undefined && isErrorAsSuccess(shown)) return { kind: "error-as-success", status: shown.status };
  if (!refusesUnknownIds && isOfUnknownIds(failure)) return { kind: "unknown-id" };
  return (
    bodySymptom(failure, context, accepted) ?? headersSymptom(failure) ?? statusSymptom(failure) ?? { kind: "other" }
  );
}

/** By its id: the case itself would load all that generates bodies, also where nothing is sent. */
const acceptanceCase = "feedback.acceptance";

function bodySymptom(failure: Failure, context: LawContext, accepted: AcceptedValues): Symptom | undefined {
  const { result, proof, shown, law, sequenceLaw } = failure;
  const isOfCase = law === undefined && sequenceLaw === undefined;
  if (law === bodyIsJson || (isOfCase && shown !== undefined && isSuccessWithoutJson(shown)))
    return { kind: "not-json" };
  const concerns = result.id === acceptanceCase ? () => true : law?.concerns;
  const problems = proof.flatMap((exchange) => {
    const others = context.problems(exchange);
    return others.flatMap((problem) => (concerns?.(problem) ? [{ problem, exchange, others }] : []));
  });
  const isAboutErrorBody = law === errorIsObject || law === errorDeclaredShape;
  if (isAboutErrorBody || problems.some(({ problem }) => isOfError(problem))) return { kind: "error-body" };
  const error = expectedError(failure);
  if (error !== undefined && hasWrongErrorBody(error, context)) return { kind: "error-body" };
  if (result.id.endsWith(".wrong-types") && shown?.isSuccess)
    return { kind: "wrong-types", operation: shown.operation, problems: [] };
  if (problems.length === 0) return undefined;
  const fields = problems.map(fieldProblem);
  const areShownAgain = problems.every(({ problem, exchange }) => isShownAgain(problem, exchange, accepted));
  return areShownAgain
    ? { kind: "wrong-types", operation: undefined, problems: fields }
    : { kind: "fields", problems: fields };
}

function headersSymptom(failure: Failure): Symptom | undefined {
  const error = expectedError(failure);
  const areMissing = failure.result.id === "limit.headers-present" || (error !== undefined && lacksHeaders(error));
  if (areMissing) return { kind: "headers" };
  const areValues = failure.law !== undefined && lawsOfValues.includes(failure.law);
  return areValues && failure.proof.every(repeatsHeader) ? { kind: "repeated-headers" } : undefined;
}

const lawsOfValues: readonly Law[] = [limitIsInteger, remainingIsInteger, resetIsNumeric];

/** The values of a header that is there twice are joined by a comma. */
const repeatsHeader = (exchange: Exchange) => rateLimitHeaders.some((name) => exchange.header(name)?.includes(","));

/** The 4xx that a check about error responses failed on; undefined for a law over single exchanges, which says itself what is wrong. */
function expectedError({ result, shown, law }: Failure): Exchange | undefined {
  if (law !== undefined || shown === undefined || !result.id.startsWith("error.")) return undefined;
  return shown.status >= 400 && shown.status < 500 ? shown : undefined;
}

/** The document shows a body there: what needs one fails with it. */
export const isSuccessWithoutJson = (exchange: Exchange) =>
  exchange.isSuccess && showsBody(exchange) && !exchange.isJson();

/** `{ error }` or `{ error, issues }` with a 2xx. */
function isErrorAsSuccess(exchange: Exchange): boolean {
  const body = exchange.json();
  if (!exchange.isSuccess || !isObject(body) || typeof body.error !== "string") return false;
  return Object.keys(body).every((name) => name === "error" || name === "issues");
}

export const isServedUnknownId = ({ intent, isSuccess }: Exchange) => isSuccess && intent === "unknown-id";

/** Most of what it rests on are a 2xx to identifiers that the caller cannot know. */
function isOfUnknownIds({ result, proof, law, shown }: Failure): boolean {
  if (law === undefined) return result.id.startsWith("error.") && shown !== undefined && isServedUnknownId(shown);
  const isForeign = ({ intent, isSuccess }: Exchange) => isSuccess && intent === "foreign-id";
  return proof.filter((each) => isServedUnknownId(each) || isForeign(each)).length > proof.length / 2;
}

export const lacksHeaders = (exchange: Exchange) =>
  rateLimitHeaders.some((name) => exchange.header(name) === undefined);

export const isServerError = ({ status }: Exchange) => status >= 500;

const isOfError = ({ resource }: BodyProblem) => resource === "Error" || resource === "Issue";

const hasWrongErrorBody = (exchange: Exchange, context: LawContext) =>
  !exchange.isJson() || context.problems(exchange).some(isOfError) || errorOf(exchange.json()) === undefined;

const errorOf = (body: unknown): unknown => (isObject(body) ? body.error : undefined);

/** A law over several exchanges compares them: the status of its last one need not be wrong. */
function statusSymptom({ shown, law, sequenceLaw }: Failure): Symptom | undefined {
  if (shown?.response === undefined) return undefined;
  if (sequenceLaw !== undefined && sequenceLaw !== rejectedThoughServed && sequenceLaw !== keyRejectedByUsers)
    return undefined;
  const { status, operation = "undeclared paths", intent, isSuccess } = shown;
  if (law === undefined && intent === "foreign-id" && isSuccess) return { kind: "foreign-id", status, operation };
  if (!isAuthenticated(shown) && law === undefined && status !== 401 && status < 500)
    return { kind: "credentials", status, operation };
  const isAboutStatus = law === undefined || law === errorNever5xx;
  return status >= 400 && isAboutStatus ? { kind: "status", status, operation } : undefined;
}
