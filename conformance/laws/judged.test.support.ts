/** For the tests of laws: a context as on Node, and the verdict on exchanges that are described in short. */
import type { Law, LawContext } from "../model/check.ts";
import { contract, type ExchangeOverrides, exchangeWith } from "../model/exchange.test.support.ts";
import type { Exchange } from "../model/exchange.ts";
import { createLawContext } from "./apply.ts";
import { type DeclaredCaller, Sequence, type SequenceLaw } from "./sequence-law.ts";

export const context: LawContext = createLawContext(contract, { limit: 100, windowSeconds: 60 });

export const unlimited: LawContext = createLawContext(contract, null);

/** The verdict of `law` on the described exchange. */
export function verdictOf(law: Law, overrides: ExchangeOverrides, under: LawContext = context): string {
  return law.judge(exchangeWith(overrides), under).verdict;
}

/** The verdict of a sequence law; the exchanges are numbered in their order. */
export function judgeAll(law: SequenceLaw, ...described: readonly ExchangeOverrides[]) {
  return judgeDeclared(law, [], ...described);
}

/** Like `judgeAll`, where `callers` are declared with what is denied to each. */
export function judgeDeclared(
  law: SequenceLaw,
  callers: readonly DeclaredCaller[],
  ...described: readonly ExchangeOverrides[]
) {
  const exchanges: readonly Exchange[] = described.map((overrides, index) => exchangeWith({ ...overrides, index }));
  return new Sequence(exchanges, context.rateLimit, callers).verdictOf(law);
}
