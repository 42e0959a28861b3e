/** Values of another type than the document gives a field, that the target accepted: where it shows them again, that is no fault of its own. */
import type { BodyProblem } from "../../../spec/body.ts";
import { truncatedJson } from "../../../spec/body.ts";
import { isObject } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";

/** The values by `isShownAgain`, of bodies that were meant to be refused, and were not. */
export function acceptedValues(exchanges: readonly Exchange[]): ReadonlySet<string> {
  const accepted = exchanges.filter(
    ({ intent, isSuccess, request }) => intent === "invalid" && isSuccess && request.body,
  );
  return new Set(accepted.flatMap(({ request }) => fieldsOf(request.body)));
}

export const isShownAgain = ({ field, actual }: BodyProblem, accepted: ReadonlySet<string>) =>
  accepted.has(`${field} ${actual}`);

function fieldsOf(text: string): readonly string[] {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? Object.entries(body).map(([field, value]) => `${field} ${truncatedJson(value)}`) : [];
  } catch {
    return [];
  }
}
