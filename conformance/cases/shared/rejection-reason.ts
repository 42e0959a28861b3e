/**
 * §4, endpoints 14 and 17: a body with the fields of the document is valid. A target may reject it with any 4xx for a
 * plan or a quota, but not for a field that the document does not list, and not as malformed JSON.
 */
import { isRecord } from "../../../spec/contract.ts";
import { requestBodyOf } from "../../generate/request-body.ts";
import type { ActorExchange, CaseContext, Exchange, OperationId, Parameters } from "../case.ts";
import { wrongSubmission } from "./all-operations.ts";
import { errorTextOf, isGenericError, mayConcernBody, pathsNamedIn } from "./error-response.ts";
import { mismatch } from "./expect.ts";
import { availableActors } from "./permitted.ts";

/** The rejection of a valid body. */
export interface Rejection extends ActorExchange {
  readonly operation: OperationId;
  readonly parameters?: Parameters;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Throws `Mismatch` if it is certain that the target had no legal reason to reject. */
export async function expectLegalReason(context: CaseContext, rejection: Rejection): Promise<void> {
  await expectNoOtherField(context, rejection);
  await expectNotAsMalformed(context, rejection);
}

/**
 * Throws `Mismatch` if issues name a required field that is not in the document, and adding it changes the response.
 */
export async function expectNoOtherField(
  context: CaseContext,
  { actor, operation, parameters = {}, body, exchange }: Rejection,
): Promise<void> {
  const { properties } = requestBodyOf(context.contract, operation);
  const listed = [...Object.keys(isRecord(properties) ? properties : {}), ...Object.keys(parameters)];
  const paths = pathsNamedIn(exchange);
  const [name] = paths.flat();
  if (name === undefined || paths.flat().some((segment) => listed.includes(segment))) return;
  const extended = { ...body, [name]: "member" };
  const withField = await actor.send(operation, { parameters, body: extended, intent: "invalid" });
  if (isSameRejection(exchange, withField)) return;
  const expected = `a 2xx for ${operation} with ${Object.keys(body).join(" and ")}, the fields that the document lists`;
  mismatch(exchange, expected, { after: [withField] });
}

const isSameRejection = (a: Exchange, b: Exchange) =>
  errorTextOf(a) === errorTextOf(b) && JSON.stringify(pathsNamedIn(a)) === JSON.stringify(pathsNamedIn(b));

/** Throws `Mismatch` if the error is the one for malformed JSON, unless the target has one error for everything. */
async function expectNotAsMalformed(context: CaseContext, { actor, operation, parameters = {}, exchange }: Rejection) {
  const intent = "invalid";
  const malformed = await actor.send(operation, { parameters, rawBody: '{"name": "', intent });
  if (errorTextOf(malformed) !== errorTextOf(exchange) || isGenericError(exchange)) return;
  const [submitter = actor] = availableActors(context, ["key"]);
  const wrong = await submitter.send("submitFeedback", { body: wrongSubmission, intent });
  if (!mayConcernBody(wrong) || errorTextOf(wrong) === errorTextOf(exchange)) return;
  mismatch(exchange, `a 2xx for ${operation}, or another error than for a body that is not JSON: this body is valid`, {
    after: [malformed, wrong],
  });
}
