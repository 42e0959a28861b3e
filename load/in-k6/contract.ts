/** The contract for the scripts, and the laws by which a script judges if k6 runs it without the launcher. Pure. */
import * as suite from "../../conformance/laws/index.ts";
import type { LawContext } from "../../conformance/model/check.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import type { RateLimit } from "../../conformance/model/rate-limit.ts";
import { type BodyProblem, bodyValidatorWith, type SchemaValidator } from "../../spec/body-problems.ts";
import { type OpenApiDocument, readContract } from "../../spec/read-contract.ts";
import * as generated from "./contract.generated.ts";

const document: OpenApiDocument = generated.document;
const validators: Readonly<Record<string, SchemaValidator>> = generated.validators;
const impliedChecks: readonly string[] = generated.impliedChecks;
const openChecks: readonly string[] = generated.openChecks;

const contract = readContract(document, false);

const validateBody = bodyValidatorWith(contract, (schema) => {
  const validator = validators[JSON.stringify(schema)];
  if (validator === undefined) throw new Error("contract.generated.ts lacks the validator of a response");
  return validator;
});

/** A check of an open clause applies only under an overlay, and scripts have none. */
const isJudged = ({ id }: { readonly id: string }) => !openChecks.includes(id);
export const laws = suite.laws.filter(isJudged);
export const sequenceLaws = suite.sequenceLaws.filter(isJudged);

/** Whether the document only implies the check's clause: then a failure is a warning, unless the scenario claims the check. */
export const isImplied = (id: string): boolean => impliedChecks.includes(id);

export function createLawContext(rateLimit: RateLimit | null): LawContext {
  const known = new WeakMap<Exchange, readonly BodyProblem[]>();
  return {
    rateLimit,
    declaredStatuses: ({ operation }) =>
      operation === undefined ? [] : [...contract.operation(operation).responses.keys()],
    problems(exchange) {
      const { operation, status } = exchange;
      if (operation === undefined || !exchange.isJson()) return [];
      const problems = known.get(exchange) ?? validateBody(operation, status, exchange.json());
      known.set(exchange, problems);
      return problems;
    },
  };
}
