/** Answers with the body of another request that was in flight at the same time: a buffer or a variable that requests share. */
import { hasErrorText, isError } from "../../model/body.ts";
import type { LawContext } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";

/** By the index of an exchange with a wrong body: the one to which this body is a right answer. */
export type MixedAnswers = ReadonlyMap<number, Exchange>;

/** `suspects`: those of the exchanges on which a failure rests. */
export function mixedAnswers(
  suspects: readonly Exchange[],
  exchanges: readonly Exchange[],
  context: LawContext,
): MixedAnswers {
  const isWrong = (exchange: Exchange) =>
    isError(exchange) !== hasErrorText(exchange.json()) || context.problems(exchange).length > 0;
  const mixed = new Map<number, Exchange>();
  for (const exchange of new Set(suspects)) {
    const body = exchange.response?.body ?? "";
    const others = exchanges.filter((other) => other.response?.body === body && overlaps(other, exchange));
    const source = body === "" || !isWrong(exchange) ? undefined : others.find((other) => !isWrong(other));
    if (source !== undefined) mixed.set(exchange.index, source);
  }
  return mixed;
}

const overlaps = (a: Exchange, b: Exchange) => a.sentAt < b.receivedAt && b.sentAt < a.receivedAt;
