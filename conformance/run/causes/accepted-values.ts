/** Values of another type than the document gives a field, that the target accepted: where it shows them again, that is not a fault of its own. */
import type { BodyProblem } from "../../../spec/body.ts";
import { truncatedJson } from "../../../spec/body.ts";
import { isObject, requestJson } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";

/** By `field value`, the index of the exchange that accepted it first. */
export type AcceptedValues = ReadonlyMap<string, number>;

/** Of bodies that were meant to be rejected, and were not. */
export function acceptedValues(exchanges: readonly Exchange[]): AcceptedValues {
  const accepted = exchanges.filter(({ intent, isSuccess }) => intent === "invalid" && isSuccess);
  const latestFirst = accepted.toSorted((a, b) => b.index - a.index);
  return new Map(
    latestFirst.flatMap((exchange) => fieldsSentIn(exchange).map((field) => [field, exchange.index] as const)),
  );
}

/** What the target showed before it accepted such a value is its own. */
export const isShownAgain = ({ field, actual }: BodyProblem, { index }: Exchange, accepted: AcceptedValues) =>
  (accepted.get(`${field} ${actual}`) ?? Number.POSITIVE_INFINITY) <= index;

function fieldsSentIn(exchange: Exchange): readonly string[] {
  const body = requestJson(exchange);
  return isObject(body) ? Object.entries(body).map(([field, value]) => `${field} ${truncatedJson(value)}`) : [];
}
