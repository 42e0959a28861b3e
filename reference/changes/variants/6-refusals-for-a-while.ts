/** What a service may refuse for a while: for its load (503), or by a limit that one operation has besides the organization's (§8). */

import { type OperationId, operationIds } from "../../../spec/contract.ts";
import { HttpError } from "../../parts/http-error.ts";
import { type Change, combine, replace, replaceRoute, replaceRoutes } from "../seams.ts";
import { defineVariant, type Variant } from "./variant.ts";

/** One request of `every` is answered 503 before anything is done. */
function overloadedAtTimes(every: number): Change {
  let count = 0;
  return replaceRoutes(operationIds, (route) => (request) => {
    count += 1;
    if (count % every === 0) throw new HttpError("storageFailing", "Too busy.", [], { "Retry-After": "1" });
    return route(request);
  });
}

/** An operation that is rejected after `limit` successes of an organization; with `headers` of that limit. */
function limitedApart(operation: OperationId, limit: number, headers: Readonly<Record<string, string>> = {}): Change {
  let current: Readonly<Record<string, string>> = {};
  return combine(
    replaceRoute(operation, (route) => {
      const counts = new Map<string, number>();
      return (request) => {
        const { orgId } = request.caller;
        const count = counts.get(orgId) ?? 0;
        if (count >= limit)
          throw new HttpError("tooManyRequests", "Slow down.", [], { "Retry-After": "3600", ...headers });
        const result = route(request);
        counts.set(orgId, count + 1);
        return result;
      };
    }),
    replace("errors", ({ body }) => ({
      body: (error, of) => {
        current = error.headers;
        return body(error, of);
      },
    })),
    // After those of the organization's limit, right after the body was made.
    replace("responseWriter", ({ extraHeaders }) => ({
      extraHeaders: (of, status) => ({ ...extraHeaders(of, status), ...(status === 429 ? current : {}) }),
    })),
  );
}

const ownHeaders = (limit: number) => ({
  "X-RateLimit-Limit": String(limit),
  "X-RateLimit-Remaining": "0",
  "X-RateLimit-Reset": "3600",
});

export default [
  defineVariant({
    id: "overloaded-at-times",
    choice: "One request in 41 is answered 503 with Retry-After, for the load",
    group: "others",
    change: overloadedAtTimes(41),
  }),
  defineVariant({
    id: "invitations-limited-apart",
    choice: "Two invitations an hour for each organization: then 429, with the headers of this limit",
    group: "invitations",
    change: limitedApart("inviteMember", 2, ownHeaders(2)),
  }),
  defineVariant({
    id: "submissions-limited-apart",
    choice: "Ten submissions an hour for each organization: then 429, with the headers of this limit",
    group: "submissions",
    change: limitedApart("submitFeedback", 10, ownHeaders(10)),
  }),
  defineVariant({
    id: "organizations-limited-apart",
    choice:
      "One organization an hour for each organization's callers: then 429, with the headers of the organization's limit",
    group: "organizations",
    change: limitedApart("createOrganization", 1),
  }),
] satisfies readonly Variant[];
