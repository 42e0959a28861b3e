/** Temporary rejections: 503 under load, or 429 by a limit of one operation or user besides that of the organization (§8). */

import { type OperationId, operationIds } from "../../../spec/contract.ts";
import { HttpError } from "../../parts/http-error.ts";
import { type Change, combine, replace } from "../seams/replace.ts";
import { replaceRoute, replaceRoutes } from "../seams/routes.ts";
import { defineVariant, type Variant, variantsOf } from "./variant.ts";

/** Answers 503 to one in `every` requests, before they are handled. */
const overloadedAtTimes =
  (every: number): Change =>
  (parts) => {
    let count = 0;
    return replaceRoutes(operationIds, (route) => (request) => {
      count += 1;
      if (count % every === 0) throw new HttpError("storageFailing", "Too busy.", [], { "Retry-After": "1" });
      return route(request);
    })(parts);
  };

/** Rejects an operation after `limit` successes of an organization, with the `headers` of that limit. */
const limitedApart =
  (operation: OperationId, limit: number, headers: Readonly<Record<string, string>> = {}): Change =>
  (parts) => {
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
      // This step comes after the headers of the organization's limit, so it can replace them.
      replace("responseWriter", ({ extraHeaders }) => ({
        extraHeaders: (of, status) => ({ ...extraHeaders(of, status), ...(status === 429 ? current : {}) }),
      })),
    )(parts);
  };

/** A user's update is rejected with `error` where `isLimited` says so of it, and such an update of theirs was accepted before. */
const limitedUpdates = (isLimited: (body: object) => boolean, error: HttpError): Change =>
  replaceRoute("updateMe", (route) => {
    const updated = new Set<string>();
    return (request) => {
      const { userId } = request.caller;
      const counts = isLimited(Object(request.body));
      if (counts && updated.has(userId)) throw error;
      const result = route(request);
      if (counts) updated.add(userId);
      return result;
    };
  });

const ownHeaders = (limit: number) => ({
  "X-RateLimit-Limit": String(limit),
  "X-RateLimit-Remaining": "0",
  "X-RateLimit-Reset": "3600",
});

export default [
  defineVariant({
    id: "overloaded-at-times",
    choice: "One in 23 requests is answered 503 with Retry-After",
    group: "others",
    change: overloadedAtTimes(23),
  }),
  defineVariant({
    id: "invitations-limited-apart",
    choice:
      "After two invitations of an organization in an hour, further ones are answered 429 with the headers of this limit",
    group: "invitations",
    excludes: ["errors"],
    change: limitedApart("inviteMember", 2, ownHeaders(2)),
  }),
  defineVariant({
    id: "submissions-limited-apart",
    choice:
      "After ten submissions of an organization in an hour, further ones are answered 429 with the headers of this limit",
    group: "submissions",
    excludes: ["errors"],
    change: limitedApart("submitFeedback", 10, ownHeaders(10)),
  }),
  defineVariant({
    id: "organizations-limited-apart",
    choice:
      "After one creation in an hour, an organization's callers get 429 with the headers of the organization's limit",
    group: "organizations",
    change: limitedApart("createOrganization", 1),
  }),
  ...variantsOf("profile", {
    "profile-updated-once-an-hour": {
      choice: "A profile is updated once an hour: after that an update is rejected with 409",
      unjudged: { "profile.fields": "after the update with a picture no other is accepted" },
      change: limitedUpdates(() => true, new HttpError("conflict", "The profile was updated less than an hour ago.")),
    },
    "profile-names-set-once-an-hour": {
      choice: "An update sets the names once an hour: after that it is rejected with 400, and an issue at firstName",
      change: limitedUpdates(
        (body) => "firstName" in body,
        new HttpError("invalid", "The name was set less than an hour ago.", [
          { code: "too_soon", message: "was set less than an hour ago", path: ["firstName"] },
        ]),
      ),
    },
  }),
] satisfies readonly Variant[];
