/** What is wrong with a single response, whichever check found it. */
import type { BodyProblem } from "../../../spec/body.ts";
import { showsBody } from "../../laws/json-bodies.ts";
import { isJsonText } from "../../laws/judge-problems.ts";
import { hasErrorText } from "../../model/body.ts";
import type { LawContext } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { rateLimitHeaders } from "../../model/rate-limit-headers.ts";

/** A success without the JSON body that the document shows: checks that need the body fail because of it. */
export const isSuccessWithoutJson = (exchange: Exchange) =>
  exchange.isSuccess && showsBody(exchange) && !isJsonText(exchange);

export const isServedUnknownId = ({ intent, isSuccess }: Exchange) => isSuccess && intent === "unknown-id";

export const isServedForeignId = ({ intent, isSuccess }: Exchange) => isSuccess && intent === "foreign-id";

/** A header that occurs twice: the client joins its values by a comma. */
export const repeatsHeader = (exchange: Exchange) =>
  rateLimitHeaders.some((name) => /^\d+(?:, *\d+)+$/.test(exchange.header(name) ?? ""));

export const isOfError = ({ resource }: BodyProblem) => resource === "Error" || resource === "Issue";

export const hasWrongErrorBody = (exchange: Exchange, context: LawContext) =>
  context.problems(exchange).some(isOfError) || !hasErrorText(exchange.json());
