/** Values of a wrong type that the target accepted in a body. If a response shows them later, it is the same fault. */
import type { BodyProblem } from "../../../spec/body.ts";
import { truncatedJson } from "../../../spec/body.ts";
import { isObject, requestJson } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";

/** Key: field and value. Value: the first exchange that accepted it. */
export type AcceptedValues = ReadonlyMap<string, Exchange>;

/** The values in bodies that the target accepted although one of them is wrong. What it showed before is its own. */
export function acceptedValues(exchanges: readonly Exchange[]): AcceptedValues {
  const accepted = exchanges.filter(({ intent, isSuccess }) => intent === "invalid" && isSuccess);
  const latestFirst = accepted.toSorted((a, b) => b.index - a.index);
  if (accepted.length === 0) return new Map();
  const firstShown = indexesWhereFirstShown(exchanges);
  return new Map(
    latestFirst.flatMap((exchange) =>
      fieldsOf(requestJson(exchange))
        .filter((field) => (firstShown.get(field) ?? exchange.index) >= exchange.index)
        .map((field) => [field, exchange] as const),
    ),
  );
}

/** Key: field and value. Value: the index of the first success that shows it. */
function indexesWhereFirstShown(exchanges: readonly Exchange[]): ReadonlyMap<string, number> {
  const latestFirst = exchanges.filter(({ isSuccess }) => isSuccess).toSorted((a, b) => b.index - a.index);
  return new Map(latestFirst.flatMap((shown) => fieldsOf(shown.json()).map((field) => [field, shown.index] as const)));
}

/** The exchange that accepted the wrong value that `shown` shows. Undefined if the target showed the value before it accepted it. */
export function acceptedIn({ field, actual }: BodyProblem, shown: Exchange, accepted: AcceptedValues) {
  const exchange = accepted.get(`${field} ${actual}`);
  return exchange !== undefined && exchange.index <= shown.index ? exchange : undefined;
}

const fieldsOf = (body: unknown): readonly string[] =>
  isObject(body) ? Object.entries(body).map(([field, value]) => `${field} ${truncatedJson(value)}`) : [];
