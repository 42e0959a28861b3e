/** What a single response has wrong, whichever check noticed it. */
import type { BodyProblem } from "../../../spec/body.ts";
import { showsBody } from "../../laws/json-bodies.ts";
import { bodyOf, hasErrorText } from "../../model/body.ts";
import type { LawContext } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { rateLimitHeaders } from "../../model/rate-limit-headers.ts";

/** The document shows a body there: what needs one fails with it. */
export const isSuccessWithoutJson = (exchange: Exchange) =>
  exchange.isSuccess && showsBody(exchange) && !exchange.isJson();

/** `{ error }` or `{ error, issues }` with a 2xx. */
export const isErrorAsSuccess = (exchange: Exchange) =>
  exchange.isSuccess &&
  hasErrorText(exchange.json()) &&
  Object.keys(bodyOf(exchange)).every((name) => name === "error" || name === "issues");

export const isServedUnknownId = ({ intent, isSuccess }: Exchange) => isSuccess && intent === "unknown-id";

export const isServedForeignId = ({ intent, isSuccess }: Exchange) => isSuccess && intent === "foreign-id";

/** The values of a header that is there twice are joined by a comma. */
export const repeatsHeader = (exchange: Exchange) =>
  rateLimitHeaders.some((name) => exchange.header(name)?.includes(","));

export const isOfError = ({ resource }: BodyProblem) => resource === "Error" || resource === "Issue";

export const hasWrongErrorBody = (exchange: Exchange, context: LawContext) =>
  !exchange.isJson() || context.problems(exchange).some(isOfError) || bodyOf(exchange).error === undefined;
