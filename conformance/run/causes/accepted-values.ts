/** Values of a wrong type that the target accepted in a body. If a response shows them later, it is the same fault. */
import type { BodyProblem } from "../../../spec/body.ts";
import { truncatedJson } from "../../../spec/body.ts";
import { isObject, requestJson } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";

/** Key: field and value. Value: the index of the first exchange that accepted it. */
export type AcceptedValues = ReadonlyMap<string, number>;

/** The wrong values in bodies that the target should have rejected and accepted. */
export function acceptedValues(exchanges: readonly Exchange[]): AcceptedValues {
  const accepted = exchanges.filter(({ intent, isSuccess }) => intent === "invalid" && isSuccess);
  const latestFirst = accepted.toSorted((a, b) => b.index - a.index);
  return new Map(
    latestFirst.flatMap((exchange) => fieldsSentIn(exchange).map((field) => [field, exchange.index] as const)),
  );
}

/** The target accepted this wrong value before it showed it. */
export const isShownAgain = ({ field, actual }: BodyProblem, { index }: Exchange, accepted: AcceptedValues) =>
  (accepted.get(`${field} ${actual}`) ?? Number.POSITIVE_INFINITY) <= index;

function fieldsSentIn(exchange: Exchange): readonly string[] {
  const body = requestJson(exchange);
  return isObject(body) ? Object.entries(body).map(([field, value]) => `${field} ${truncatedJson(value)}`) : [];
}
