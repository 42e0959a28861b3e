/** What laws about bodies share. */

import type { BodyProblem } from "../../spec/body.ts";
import { isError, isObject, quoted, shownCount } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { resources } from "../model/resources.ts";
import { fails, holds, type Verdict } from "../model/verdict.ts";

export type Concerns = (problem: BodyProblem) => boolean;

/** Fails with the first problem that concerns the law, and says how many more there are. */
export function judgeProblems(problems: readonly BodyProblem[], concerns: Concerns): Verdict {
  const [first, ...more] = problems.filter(concerns);
  if (first === undefined) return holds;
  const place = first.pointer === "" ? "the body" : first.pointer;
  const rest = more.length === 0 ? "" : ` (and ${more.length} more)`;
  return fails({ expected: `${place}: ${first.expected}`, actual: `${first.actual}${rest}` });
}

/** The body was longer than the client reads, and is not known whole. */
export const isCut = (exchange: Exchange) => exchange.response?.isCut === true;

export const isJsonText = (exchange: Exchange) => exchange.isJson() && exchange.response?.isUtf8 === true;

export function shownBody(exchange: Exchange): string {
  const body = exchange.response?.body ?? "";
  if (exchange.response?.isUtf8 === false) return "bytes that are not UTF-8";
  return body === "" ? `${exchange.status} with an empty body` : `${exchange.status} with ${quoted(body)}`;
}

export const showsAny = (exchange: Exchange) => resources.some((resource) => shownCount(exchange, resource) > 0);

export const isErrorObject = (exchange: Exchange) => isError(exchange) && isObject(exchange.json());
