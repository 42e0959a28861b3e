/** Responses with the body of another request in flight: parallel requests share a buffer, a variable or the whole answer. */
import { showsBody } from "../../laws/json-bodies.ts";
import { hasErrorText, isError } from "../../model/body.ts";
import type { LawContext } from "../../model/check.ts";
import { type Exchange, isAuthenticated, overlap } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { repeatedIn } from "../../model/same-response.ts";

/** Key: the index of an exchange with a wrong body. Value: the exchange for which this body is right. */
export type MixedAnswers = ReadonlyMap<number, Exchange>;

/** `suspects`: the exchanges that prove failures. */
export function mixedAnswers(
  suspects: readonly Exchange[],
  exchanges: readonly Exchange[],
  context: LawContext,
): MixedAnswers {
  const isWrong = (exchange: Exchange) =>
    isError(exchange) !== hasErrorText(exchange.json()) || context.problems(exchange).length > 0;
  /** Where the document shows no body, any body may be right or wrong. */
  const isRight = (exchange: Exchange) => !isWrong(exchange) && (isError(exchange) || showsBody(exchange));
  const mixed = new Map<number, Exchange>();
  for (const exchange of new Set(suspects)) {
    const body = exchange.response?.body ?? "";
    const others = exchanges.filter((other) => other.response?.body === body && overlap(other, exchange));
    if (body === "") continue;
    const source = isWrong(exchange) ? others.find(isRight) : givenToOther(exchange, others);
    if (source !== undefined) mixed.set(exchange.index, source);
  }
  return mixed;
}

/** The same success, with the same X-RateLimit-Remaining, to a caller who may not be shown it: of another organization, or without valid credentials. */
export const givenToOther = (exchange: Exchange, others: readonly Exchange[]) =>
  exchange.isSuccess && remainingOf(exchange) !== undefined
    ? repeatedIn(exchange, others).find(
        (other) =>
          isAuthenticated(other) && (!isAuthenticated(exchange) || other.organization !== exchange.organization),
      )
    : undefined;
