/** §8: the three headers on every response of the 18 endpoints. */
import { isAnswered, quoted } from "../model/body.ts";
import type { Check, Law } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { limitSwitchedOff, rateLimitOf } from "../model/rate-limit.ts";
import {
  integerHeader,
  isInteger,
  isOfOwnLimit,
  missingHeaders,
  rateLimitHeaders,
  remainingOf,
} from "../model/rate-limit-headers.ts";
import { isRejectedByHttpServer } from "../model/rejected-by-http-server.ts";
import { fails, holds, notApplicable, unjudged } from "../model/verdict.ts";

const switchedOff = unjudged("not-applicable", limitSwitchedOff);

export const headersPresent: Law = {
  id: "limit.headers-present",
  clause: "limit.headers",
  claim: "The three rate limit headers are on every response",
  skipReason: "no request was answered: see answers.listProducts",
  judge(exchange, { rateLimit }) {
    if (rateLimit === null) return switchedOff;
    if (!isAnswered(exchange) || isRejectedByHttpServer(exchange)) return notApplicable;
    const missing = missingHeaders(exchange);
    const { redirectLacks = [] } = exchange;
    if (missing.length === 0 && redirectLacks.length === 0) return holds;
    const actual =
      missing.length === 0
        ? `a redirect to the same origin without ${redirectLacks.join(", ")}, before the ${exchange.status}`
        : `${exchange.status} without ${missing.join(", ")}`;
    return fails({ expected: `the headers ${rateLimitHeaders.join(", ")}`, actual });
  },
};

const valueLaw = (
  name: (typeof rateLimitHeaders)[number],
  expected: string,
  isRight: (value: string) => boolean,
  check: Check,
): Law => ({
  ...check,
  skipReason: `no answer has ${name}: see limit.headers-present`,
  judge(exchange, { rateLimit }) {
    const value = exchange.header(name)?.trim();
    if (rateLimit === null) return switchedOff;
    if (!isAnswered(exchange) || value === undefined) return notApplicable;
    if (isRight(value)) return holds;
    return fails({ expected: `${name} to be ${expected}`, actual: `${name}: ${quoted(value)}` });
  },
});

export const limitIsInteger = valueLaw("X-RateLimit-Limit", "an integer", isInteger, {
  id: "limit.limit-integer",
  clause: "limit.limit",
  claim: "X-RateLimit-Limit is an integer",
});

export const remainingIsInteger = valueLaw("X-RateLimit-Remaining", "an integer", isInteger, {
  id: "limit.remaining-integer",
  clause: "limit.remaining",
  claim: "X-RateLimit-Remaining is an integer",
});

const isNumeric = (text: string) => /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text);

export const resetIsNumeric = valueLaw("X-RateLimit-Reset", "a number", isNumeric, {
  id: "limit.reset-numeric",
  clause: "limit.reset",
  claim: "X-RateLimit-Reset is numeric",
});

/**
 * A response of a gateway, perhaps, which did not yet know the organization and may have a limit of its own: a 4xx, but
 * a 404 only for a path or a method that no endpoint has.
 */
const mayPrecedeOrganization = ({ operation, status }: Exchange): boolean =>
  operation === undefined || (status >= 400 && status < 500 && ![403, 404, 429].includes(status));

/** Only for API keys: the document does not say which organization's limit is shown to other callers. */
export const limitIsDeclared: Law = {
  id: "limit.limit-declared",
  clause: "limit.limit",
  claim: "X-RateLimit-Limit is the organization's limit",
  skipReason:
    "no API key of an organization whose limit is known was shown X-RateLimit-Limit as an integer: add one to the target file",
  judge(exchange, { rateLimit }) {
    const reported = integerHeader(exchange, "X-RateLimit-Limit");
    if (rateLimit === null) return switchedOff;
    const declared = rateLimitOf(rateLimit, exchange.credential);
    if (declared === undefined || exchange.kind !== "api-key" || !isAnswered(exchange) || reported === undefined)
      return notApplicable;
    if (reported === declared.limit) return holds;
    if (mayPrecedeOrganization(exchange) || isOfOwnLimit(exchange, declared)) return notApplicable;
    const isSwapped = reported < declared.limit && remainingOf(exchange) === declared.limit;
    return fails({
      expected: `${declared.limit}, the declared limit (another tier is declared by rateLimit in the target file)`,
      actual: isSwapped ? `${reported}, and X-RateLimit-Remaining is the limit: are the two swapped?` : `${reported}`,
    });
  },
};

/** Negative numbers that a server writes as unsigned: the last million of the unsigned numbers of 64 or 32 bits. */
const isUnsigned = (text: string) => /^(?:184467440737095\d{5}|429496\d{4})$/.test(text);

export const remainingInRange: Law = {
  id: "limit.remaining-in-range",
  clause: "limit.remaining-range",
  claim: "X-RateLimit-Remaining lies between 0 and X-RateLimit-Limit",
  skipReason: "no answer has both headers as integers: see limit.limit-integer and limit.remaining-integer",
  judge(exchange, { rateLimit }) {
    const remaining = remainingOf(exchange);
    const limit = integerHeader(exchange, "X-RateLimit-Limit");
    if (rateLimit === null) return switchedOff;
    if (!isAnswered(exchange) || remaining === undefined || limit === undefined) return notApplicable;
    if (remaining >= 0 && remaining <= limit) return holds;
    const shown = exchange.header("X-RateLimit-Remaining")?.trim() ?? "";
    return fails({
      expected: "X-RateLimit-Remaining from 0 to the X-RateLimit-Limit beside it",
      actual: `X-RateLimit-Limit: ${limit}, X-RateLimit-Remaining: ${shown}${isUnsigned(shown) ? ", which is a negative number written as an unsigned one" : ""}`,
    });
  },
};
