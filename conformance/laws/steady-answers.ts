/** §4: each endpoint answers a valid request. So a read that is served at one time is not answered with an error at another. */
import { type Exchange, isAuthenticated, isOverloaded, isServerError } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";
import { remainingOf } from "../model/rate-limit-headers.ts";
import { answerOf } from "../model/response-text.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import type { SequenceLaw } from "./sequence-law.ts";

/** One 5xx may be chance, as where an instance is restarted. */
const minErrors = 2;

const isRead = ({ operation, request, intent, kind, status }: Exchange) =>
  operation !== undefined && request.method === "GET" && intent === "valid" && isAuthenticated({ kind }) && status > 0;

/** Statuses of their own causes: a credential that ends, and the limit. */
const others = [401, 429, 501];

/** A limiter rejects with another status than 429: limit.answered-429 judges it. */
const isOfLimiter = (exchange: Exchange) => exchange.status < 500 && remainingOf(exchange) === 0;

const isError = (exchange: Exchange) =>
  !isOfLimiter(exchange) &&
  exchange.status >= 300 &&
  exchange.status !== 304 &&
  !others.includes(exchange.status) &&
  !isOverloaded(exchange);

const isServed = ({ isSuccess }: Exchange) => isSuccess;

/** A 5xx counts beside any 2xx; another status only between two, since a read may become permitted, or no longer be. */
function errorsIn(reads: readonly Exchange[]): readonly Exchange[] {
  const [first, last] = [reads.findIndex(isServed), reads.findLastIndex(isServed)];
  if (first < 0) return [];
  return reads.filter((read, at) => isError(read) && (isServerError(read) || (at > first && at < last)));
}

/** The reads of each caller at each path with the same header fields, in the order of the requests; those after another write separately. */
function sameReads(
  exchanges: readonly Exchange[],
  isValid: (exchange: Exchange) => boolean,
): ReadonlyMap<string, readonly Exchange[]> {
  const reads = new Map<string, Exchange[]>();
  let writes = 0;
  for (const exchange of exchanges.toSorted((a, b) => a.sentAt - b.sentAt)) {
    if (exchange.request.method !== "GET" && exchange.request.method !== "HEAD") writes += 1;
    if (!isValid(exchange)) continue;
    const { url, headers } = exchange.request;
    const key = JSON.stringify([writes, exchange.credential, url, headers]);
    const same = reads.get(key) ?? [];
    same.push(exchange);
    reads.set(key, same);
  }
  return reads;
}

export const steadyAnswers: SequenceLaw = {
  id: "answers.steady",
  clause: "endpoint.steady-answers",
  claim: "A read that is served is not answered with an error at other times, without a write between them",
  fault: "reads are answered with an error now and then, though the same reads are served",
  skipReason:
    "no read was sent twice (see answers.listProducts): add an API key that may list products to the target file",
  judge(sequence) {
    const { exchanges } = sequence;
    const isValidRead = (exchange: Exchange) => isRead(exchange) && !sequence.isDenied(exchange);
    const repeated = [...sameReads(exchanges, isValidRead).values()].filter((reads) => reads.length > 1);
    const errors = repeated.flatMap(errorsIn);
    const [error] = errors;
    if (error === undefined || errors.length < minErrors) return repeated.length > 0 ? holds : notApplicable;
    const served = exchanges.find(
      (each) => isValidRead(each) && each.isSuccess && each.request.url === error.request.url,
    );
    return fails({
      expected: `a 2xx for GET ${pathOf(error)} each time, as in exchange ${served?.index}`,
      actual: `${answerOf(error)}; in all, ${errors.length} of the ${repeated.flat().length} reads that were sent more than once between two writes were not served`,
      exchanges: [...(served === undefined ? [] : [served.index]), ...errors.map(({ index }) => index)],
      shown: error.index,
    });
  },
};
