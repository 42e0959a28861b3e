/** What the exchanges of a failed check show to be wrong: checks with the same symptom fail for the same cause. */
import type { BodyProblem } from "../../../spec/body.ts";
import { errorNever5xx } from "../../laws/errors.ts";
import { laws } from "../../laws/index.ts";
import type { Law, LawContext } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { rateLimitHeaders } from "../../model/rate-limit-headers.ts";
import type { Result } from "../../model/report.ts";

export interface Failure {
  readonly result: Result;
  /** Those that prove it; `shown` is the one whose answer is reported. */
  readonly proof: readonly Exchange[];
  readonly shown: Exchange | undefined;
  readonly law: Law | undefined;
}

export type Symptom =
  | { readonly kind: "fields"; readonly problems: readonly FieldProblem[] }
  | { readonly kind: "error-body" | "headers" | "other" }
  | { readonly kind: "credentials" | "status"; readonly status: number; readonly operation: string };

export interface FieldProblem {
  readonly resource: string;
  readonly field: string;
  /** What is wrong with it, as the predicate of a sentence: `is null`. */
  readonly wrong: string;
}

/** The predicate where fields are there, under other names. */
export const renamed = "has another name";

export function failureOf(result: Result, exchanges: readonly Exchange[]): Failure {
  const proof = exchanges.filter(({ index }) => result.exchanges.includes(index));
  const law = laws.find(({ id }) => id === result.id);
  return { result, proof, law, shown: law === undefined ? proof.at(-1) : proof[0] };
}

export function symptomOf({ result, proof, shown, law }: Failure, context: LawContext): Symptom {
  const problems = proof.flatMap((exchange) =>
    context.problems(exchange).flatMap((problem) => (law?.concerns?.(problem) ? [{ problem, exchange }] : [])),
  );
  const isError = result.id.startsWith("error.") && shown !== undefined && shown.status >= 400 && shown.status < 500;
  if (result.id === "error.is-object" || problems.some(({ problem }) => isOfError(problem)))
    return { kind: "error-body" };
  if (isError && law === undefined && hasWrongErrorBody(shown, context)) return { kind: "error-body" };
  if (problems.length > 0) return { kind: "fields", problems: problems.map(fieldProblem) };
  if (result.id === "limit.headers-present") return { kind: "headers" };
  if (isError && law === undefined && lacksHeaders(shown)) return { kind: "headers" };
  return statusSymptom(shown, law) ?? { kind: "other" };
}

export const lacksHeaders = (exchange: Exchange) =>
  rateLimitHeaders.some((name) => exchange.header(name) === undefined);

const isOfError = ({ resource }: BodyProblem) => resource === "Error" || resource === "Issue";

const hasWrongErrorBody = (exchange: Exchange, context: LawContext) =>
  !exchange.isJson() || context.problems(exchange).some(isOfError) || errorOf(exchange.json()) === undefined;

const errorOf = (body: unknown): unknown =>
  typeof body === "object" && body !== null ? Reflect.get(body, "error") : undefined;

function statusSymptom(shown: Exchange | undefined, law: Law | undefined): Symptom | undefined {
  if (shown?.response === undefined) return undefined;
  const { status, operation = "undeclared paths", kind } = shown;
  const isAuthenticated = kind === "api-key" || kind === "session";
  if (!isAuthenticated && law === undefined && status !== 401 && status < 500)
    return { kind: "credentials", status, operation };
  const isAboutStatus = law === undefined || law === errorNever5xx;
  return status >= 400 && isAboutStatus ? { kind: "status", status, operation } : undefined;
}

function fieldProblem({
  problem,
  exchange,
}: {
  readonly problem: BodyProblem;
  readonly exchange: Exchange;
}): FieldProblem {
  const { resource, field } = problem;
  return { resource, field, wrong: isRenamed(problem, exchange) ? renamed : wrongOf(problem) };
}

function wrongOf({ kind, actual }: BodyProblem): string {
  if (kind === "missing" || kind === "absent") return "is missing";
  if (actual === "null") return "is null";
  if (kind === "date-time") return "is not an ISO 8601 date-time";
  if (kind === "zone") return "has no time zone";
  return kind === "enumeration" ? "has a value that is not listed" : "has the wrong type";
}

/** The object has the field in another spelling: `created_at` for `createdAt`. */
function isRenamed({ kind, field, pointer }: BodyProblem, exchange: Exchange): boolean {
  if (kind !== "missing" && kind !== "absent") return false;
  const steps = pointer.split("/").slice(1, -1);
  const owner = steps.reduce<unknown>(
    (at, key) => (typeof at === "object" && at !== null ? Reflect.get(at, key) : undefined),
    exchange.json(),
  );
  if (typeof owner !== "object" || owner === null) return false;
  return Object.keys(owner).some((name) => letters(name) === letters(field));
}

const letters = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");
