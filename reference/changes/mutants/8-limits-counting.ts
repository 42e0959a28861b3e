/** §8: limiters that sometimes serve requests over the limit, or report other counts than their own. */
import type { OperationId } from "../../../spec/contract.ts";
import type { Hit, LimitAlgorithm } from "../../limiters/algorithm.ts";
import { FixedWindow } from "../../limiters/fixed-window.ts";
import { withScaledWindow } from "../../limiters/scaled-window.ts";
import { TokenBucket } from "../../limiters/token-bucket.ts";
import { listCredentials } from "../seams/callers.ts";
import { type Change, combine, replace } from "../seams/replace.ts";
import { defineMutant, type Mutant, mutantsOf } from "./mutant.ts";

/** A fixed window with some of its results changed. */
const windowThat = (changed: (hit: Hit, bucket: string) => Hit) => (): LimitAlgorithm => {
  const windows = new FixedWindow();
  return {
    hit: (bucket, ...of) => changed(windows.hit(bucket, ...of), bucket),
    peek: (...of) => windows.peek(...of),
    decrement: (bucket) => windows.decrement(bucket),
  };
};

/** A fixed window that forgets all counts when it rejects a request. */
function resetBy429(): LimitAlgorithm {
  let windows = new FixedWindow();
  return {
    hit(...of) {
      const hit = windows.hit(...of);
      if (!hit.admitted) windows = new FixedWindow();
      return hit;
    },
    peek: (...of) => windows.peek(...of),
    decrement: (bucket) => windows.decrement(bucket),
  };
}

/** Each request of these operations counts as many requests. */
const costing = (cost: number, ...costly: readonly OperationId[]): Change =>
  replace("limiter", ({ createAlgorithm, bucketOf }) => ({
    bucketOf(caller, operation, ...of) {
      const bucket = bucketOf(caller, operation, ...of);
      const isCostly = operation !== undefined && costly.includes(operation);
      return bucket !== undefined && isCostly ? costlyPrefix + bucket : bucket;
    },
    createAlgorithm() {
      const algorithm = createAlgorithm();
      const plain = (bucket: string) => bucket.replace(costlyPrefix, "");
      return {
        hit(bucket, ...of) {
          const times = bucket.startsWith(costlyPrefix) ? cost - 1 : 0;
          for (let time = 0; time < times; time += 1) algorithm.hit(plain(bucket), ...of);
          return algorithm.hit(plain(bucket), ...of);
        },
        peek: (bucket, ...of) => algorithm.peek(plain(bucket), ...of),
        decrement: (bucket) => algorithm.decrement(plain(bucket)),
      };
    },
  }));

const costlyPrefix = "costly ";

/** True once in every `times` calls. */
function onceIn(times: number): () => boolean {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % times === 0;
  };
}

/** A limit of their own for the requests to these operations. */
const countedSeparately = (...operations: readonly OperationId[]) =>
  replace("limiter", {
    bucketOf: (caller, operation) =>
      caller && `${caller.orgId} ${operation !== undefined && operations.includes(operation)}`,
  });

export default [
  ...mutantsOf("limit.standard", {
    "open-at-times": {
      fault: "One in five requests over the limit is served",
      change: replace("limiter", () => {
        const isOpen = onceIn(5);
        return { createAlgorithm: windowThat((hit) => ({ ...hit, admitted: hit.admitted || isOpen() })) };
      }),
    },
    "open-after-ten-429s": {
      fault: "After ten 429s, all requests are served until the window ends",
      change: replace("limiter", () => {
        const rejected = new Map<string, number>();
        return {
          createAlgorithm: windowThat((hit, bucket) => {
            if (hit.admitted) return hit;
            const window = `${bucket} ${hit.resetAt}`;
            const count = (rejected.get(window) ?? 0) + 1;
            rejected.set(window, count);
            return { ...hit, admitted: count > 10 };
          }),
        };
      }),
    },
    "limit-with-burst": {
      fault: "Ten requests over the limit are served, with X-RateLimit-Remaining: 0",
      change: replace("limiter", ({ headers }) => ({
        enforcedLimit: (declared) => declared + 10,
        headers: (hit, declared, now) => headers({ ...hit, remaining: Math.max(0, hit.remaining - 10) }, declared, now),
      })),
    },
  }),
  ...mutantsOf("limit.per-organization", {
    "limit-by-path": {
      fault: "Each path has a limit, which X-RateLimit-Remaining reports",
      change: replace("limiter", {
        bucketOf: (caller, _operation, { url = "" }) => caller && `${caller.orgId} ${url}`,
      }),
    },
    "profile-counted-separately": {
      fault: "Reads of the profile have a limit of their own, for every caller",
      change: countedSeparately("getMe"),
    },
  }),
  ...mutantsOf("limit.sessions", {
    "administration-counted-separately": {
      fault: "Created organizations and invitations have a limit of their own",
      change: countedSeparately("createOrganization", "inviteMember"),
    },
  }),
  ...mutantsOf("limit.remaining", {
    "bucket-refilled-in-40-seconds": {
      fault: "A token bucket refills the limit in two thirds of a window",
      change: replace("limiter", { createAlgorithm: () => withScaledWindow(new TokenBucket(), 2 / 3) }),
    },
    "count-reset-by-429": {
      fault: "A 429 resets the count",
      change: replace("limiter", { createAlgorithm: resetBy429 }),
    },
    "releases-counted-twice": {
      fault: "A read of a product's releases counts as two requests",
      change: costing(2, "listReleases"),
    },
    "organizations-counted-twice": {
      fault: "Each request to an endpoint of organizations counts as two",
      change: costing(2, "listOrganizations", "createOrganization", "getOrganization", "listMembers", "inviteMember"),
    },
    "submissions-counted-as-five": {
      fault: "A submission counts as five requests",
      change: costing(5, "submitFeedback"),
    },
    "remaining-late": {
      fault: "X-RateLimit-Remaining is updated once in five requests only",
      change: replace("limiter", ({ headers }) => {
        const isRead = onceIn(5);
        let read: number | undefined;
        return {
          headers(hit, declared, now) {
            if (read === undefined || isRead()) read = hit.remaining;
            return headers({ ...hit, remaining: read }, declared, now);
          },
        };
      }),
    },
    "remaining-rises": {
      fault: "X-RateLimit-Remaining is too large by three in one of seven responses",
      change: replace("limiter", ({ headers }) => {
        const isWrong = onceIn(7);
        return {
          headers: (hit, declared, now) =>
            headers({ ...hit, remaining: hit.remaining + (isWrong() ? 3 : 0) }, declared, now),
        };
      }),
    },
    "remaining-minus-one": {
      fault: "X-RateLimit-Remaining is always -1",
      change: replace("limiter", ({ headers }) => ({
        headers: (...of) => ({ ...headers(...of), "X-RateLimit-Remaining": "-1" }),
      })),
    },
  }),
  defineMutant({
    id: "second-window-open",
    clause: "limit.standard",
    fault: "The limit is enforced in an organization's first window only, on a target with one API key",
    change: combine(
      replace("limiter", () => {
        const firstResetAt = new Map<string, number>();
        return {
          createAlgorithm: windowThat((hit, bucket) => {
            if (!firstResetAt.has(bucket)) firstResetAt.set(bucket, hit.resetAt);
            return { ...hit, admitted: hit.admitted || hit.resetAt !== firstResetAt.get(bucket) };
          }),
        };
      }),
      listCredentials((credentials) => credentials.slice(0, 1)),
    ),
  }),
] satisfies readonly Mutant[];
