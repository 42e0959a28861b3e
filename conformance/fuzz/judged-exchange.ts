/** Judges each exchange of `fpk fuzz` once, and keeps the verdicts. */
import type { Law, LawContext } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { notApplicable, type Verdict } from "../model/verdict.ts";

export interface JudgedExchange {
  readonly exchange: Exchange;
  /** The verdict of each law, by the law's id. */
  readonly judgements: ReadonlyMap<string, Verdict>;
}

export type Judge = (exchange: Exchange) => JudgedExchange;

export const createJudge =
  (laws: readonly Law[], context: LawContext): Judge =>
  (exchange) => ({ exchange, judgements: new Map(laws.map((law) => [law.id, law.judge(exchange, context)])) });

/** The law, but with its earlier verdicts on these exchanges instead of new ones. */
export function recalled(law: Law, judged: readonly JudgedExchange[]): Law {
  const known = new Map(judged.map(({ exchange, judgements }) => [exchange, judgements.get(law.id)]));
  return { ...law, judge: (exchange) => known.get(exchange) ?? notApplicable };
}
