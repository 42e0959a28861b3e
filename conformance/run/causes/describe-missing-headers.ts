/** Sentences about missing rate limit headers. */
import { isAnswered } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";
import { missingHeaders, rateLimitHeaders } from "../../model/rate-limit-headers.ts";
import { type DiagnosedFailure, firstFive, statusesOf } from "./diagnosed-failure.ts";
import { undeclared } from "./failure.ts";

/** `X-RateLimit-Reset is missing on all responses of listReleases`. */
export function describeMissing(group: readonly DiagnosedFailure[], exchanges: readonly Exchange[]): string {
  const lacksOne = (exchange: Exchange) => missingHeaders(exchange).length > 0;
  const ofOperations = exchanges.filter(isAnswered);
  // Else it is only where the contract has no operation.
  const isOfOperation = ofOperations.some(lacksOne);
  const answered = isOfOperation ? ofOperations : group.flatMap(({ proof }) => proof);
  const without = answered.filter(lacksOne);
  if (without.length === 0) return describeRedirects(group);
  const names = rateLimitHeaders.filter((name) => without.some((each) => missingHeaders(each).includes(name)));
  const isAll = names.length === rateLimitHeaders.length;
  const what = `${isAll ? "the rate limit headers" : names.join(" and ")} ${names.length === 1 ? "is" : "are"} missing`;
  if (!isOfOperation)
    return `${what} on responses with ${statusesOf(without).join(", ")} to paths and methods that the document does not have`;
  return `${what} ${whereMissing(without, answered)}`;
}

/** `the rate limit headers are missing on redirects of listOrganizations`. */
function describeRedirects(group: readonly DiagnosedFailure[]): string {
  const redirected = group.flatMap(({ proof }) => proof).filter(({ redirectLacks = [] }) => redirectLacks.length > 0);
  const operations = new Set(redirected.map(({ operation }) => operation ?? undeclared));
  return `the rate limit headers are missing on redirects of ${firstFive([...operations])}`;
}

function whereMissing(without: readonly Exchange[], answered: readonly Exchange[]): string {
  const statuses = statusesOf(without);
  // If no other response was seen, others may have the header.
  if (without.length === answered.length)
    return `on every response${statuses.length === 1 ? `, all of them ${statuses}` : ""}`;
  const isEachOf = (isSuch: (exchange: Exchange) => boolean) => answered.filter(isSuch).length === without.length;
  if (isEachOf(({ status }) => statuses.includes(status))) return `on responses with ${statuses.join(", ")}`;
  const operations = new Set(without.map(({ operation }) => operation));
  const named = firstFive([...operations].map((operation) => operation ?? undeclared));
  if (isEachOf(({ operation }) => operations.has(operation))) return `on all responses of ${named}`;
  return `on some responses with ${statuses.join(", ")}, of ${named}`;
}
