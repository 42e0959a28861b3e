/** Errors to requests outside the contract: did another handler write them than the wrong errors of the endpoints? */
import { hasErrorText, isError, isObject } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";

/**
 * For the response that a failure shows. True where the endpoints answer some errors rightly, and none of their wrong ones
 * has this status or the same fields: 429 by a limiter, and the framework's 404, are two faults.
 */
export function ofOtherHandler(exchanges: readonly Exchange[]): (shown: Exchange | undefined) => boolean {
  const errors = exchanges.filter(isError);
  const wrong = errors.filter((exchange) => !hasErrorText(exchange.json()));
  if (wrong.length === errors.length) return () => false;
  return (shown) =>
    shown !== undefined &&
    !isError(shown) &&
    !wrong.some((each) => each.status === shown.status || hasSameFields(each, shown));
}

function hasSameFields(one: Exchange, other: Exchange): boolean {
  const [fields, others] = [one, other].map((exchange) => {
    const body = exchange.json();
    return isObject(body) ? Object.keys(body).sort().join() : undefined;
  });
  return fields !== undefined && fields === others;
}
