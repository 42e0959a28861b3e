/** Makes laws of the problems that bodies have under the contract's schemas. */
import type { BodyProblem } from "../../spec/body.ts";
import { shownResources } from "../model/body.ts";
import type { AnyLaw, Law } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { resources } from "../model/resources.ts";
import { fails, holds, notApplicable, type Verdict } from "../model/verdict.ts";

export type Concerns = (problem: BodyProblem) => boolean;

interface ProblemLaw extends AnyLaw {
  appliesTo(exchange: Exchange): boolean;
  readonly concerns: Concerns;
}

/** A law that is violated by those problems of a body that it concerns. */
export const problemLaw = ({ appliesTo, concerns, ...check }: ProblemLaw): Law => ({
  ...check,
  concerns,
  judge: (exchange, context) =>
    appliesTo(exchange) ? judgeProblems(context.problems(exchange), concerns) : notApplicable,
});

/** Fails with all problems that concern the law. */
export function judgeProblems(problems: readonly BodyProblem[], concerns: Concerns): Verdict {
  if (problems.length === 0) return holds;
  const differences = problems.filter(concerns).map(({ expected, actual }) => ({ expected, actual }));
  const [first, ...others] = differences;
  return first === undefined ? holds : fails({ ...first, others });
}

/** The body was longer than the client reads, so it is not known whole. */
export const isCut = ({ response }: Exchange) => response?.isCut === true;

export const isJsonText = (exchange: Exchange) => exchange.isJson() && exchange.response?.isUtf8 === true;

export const showsNone = "no answer shows a resource: add a credential that is served to the target file";

export const showAny = resources.flatMap(({ listedBy, shownBy }) => [...listedBy, ...shownBy]);

export const showsAny = (exchange: Exchange) => shownResources(exchange).length > 0;
