/** What laws about bodies share. */
import type { BodyProblem } from "../../spec/body.ts";
import { quoted, shownCount } from "../model/body.ts";
import type { AnyLaw, Law } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { resources } from "../model/resources.ts";
import { fails, holds, notApplicable, type Verdict } from "../model/verdict.ts";

export type Concerns = (problem: BodyProblem) => boolean;

interface ProblemLaw extends AnyLaw {
  /** Whether the exchange shows what the law is about. */
  appliesTo(exchange: Exchange): boolean;
  readonly concerns: Concerns;
}

/** A law that some of the problems of a body under the contract's schemas violate. */
export const problemLaw = ({ appliesTo, concerns, ...check }: ProblemLaw): Law => ({
  ...check,
  judge: (exchange, context) =>
    appliesTo(exchange) ? judgeProblems(context.problems(exchange), concerns) : notApplicable,
});

/** Fails with the first problem that concerns the law, and says how many more there are. */
export function judgeProblems(problems: readonly BodyProblem[], concerns: Concerns): Verdict {
  const [first, ...more] = problems.filter(concerns);
  if (first === undefined) return holds;
  const place = first.pointer === "" ? "the body" : first.pointer;
  const rest = more.length === 0 ? "" : ` (and ${more.length} more)`;
  return fails({ expected: `${place}: ${first.expected}`, actual: `${first.actual}${rest}` });
}

/** The body was longer than the client reads, and is not known whole. */
export const isCut = ({ response }: Exchange) => response?.isCut === true;

export const isJsonText = (exchange: Exchange) => exchange.isJson() && exchange.response?.isUtf8 === true;

export function shownBody({ response, status }: Exchange): string {
  const body = response?.body ?? "";
  if (response?.isUtf8 === false) return "bytes that are not UTF-8";
  return body === "" ? `${status} with an empty body` : `${status} with ${quoted(body)}`;
}

export const showsNone = "no answer shows a resource: add a credential that is served to the target file";

export const showsAny = (exchange: Exchange) => resources.some((resource) => shownCount(exchange, resource) > 0);
