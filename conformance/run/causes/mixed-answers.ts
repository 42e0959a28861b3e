/** Responses with the body of another request in flight: parallel requests share a buffer or a variable. */
import { showsBody } from "../../laws/json-bodies.ts";
import { hasErrorText, isError } from "../../model/body.ts";
import type { LawContext } from "../../model/check.ts";
import { type Exchange, overlap } from "../../model/exchange.ts";

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
    const source = body === "" || !isWrong(exchange) ? undefined : others.find(isRight);
    if (source !== undefined) mixed.set(exchange.index, source);
  }
  return mixed;
}
