/** Faults in the rate limiter: whose requests it counts, how many it serves, and when a window ends (§8). */
import type { OperationId } from "../../../spec/contract.ts";
import type { LimitAlgorithm } from "../../limiters/algorithm.ts";
import { FixedWindow } from "../../limiters/fixed-window.ts";
import { withScaledWindow } from "../../limiters/scaled-window.ts";
import { listCredentials } from "../seams/callers.ts";
import { combine, replace } from "../seams/replace.ts";
import { isWrite } from "../seams/responses.ts";
import { defineMutant, type Mutant, mutantsOf } from "./mutant.ts";

/** Answers requests over the limit with another status; if `only` is given, those of this operation. */
const overLimitAs = (code: number, only?: OperationId) =>
  replace("errors", ({ status }) => ({
    status: (kind, operation) =>
      kind === "tooManyRequests" && (only ?? operation) === operation ? code : status(kind, operation),
  }));

/** Fixed windows that are longer than the declared one by a factor. */
const longerWindows = (factor: number) =>
  replace("limiter", { createAlgorithm: () => withScaledWindow(new FixedWindow(), factor) });

/** Several instances that do not share their counts. They take turns, each for `inRow` consecutive requests. */
function instances(count: number, inRow = 1): LimitAlgorithm {
  const each = Array.from({ length: count }, () => new FixedWindow());
  let turn = 0;
  const next = () => {
    turn = (turn + 1) % (count * inRow);
    return each[Math.floor(turn / inRow)] ?? new FixedWindow();
  };
  return {
    hit: (...of) => next().hit(...of),
    peek: (...of) => next().peek(...of),
    decrement: () => {},
  };
}

/** A fixed window that rejects all later requests of a bucket once the bucket has exceeded the limit. */
function lasting(): LimitAlgorithm {
  const windows = new FixedWindow();
  const blocked = new Set<string>();
  return {
    hit(bucket, now, limit, windowMs) {
      const hit = windows.hit(bucket, now, limit, windowMs);
      if (!hit.admitted) blocked.add(bucket);
      return blocked.has(bucket) ? { ...hit, admitted: false, remaining: 0 } : hit;
    },
    peek: (...of) => windows.peek(...of),
    decrement: (bucket) => windows.decrement(bucket),
  };
}

/** Compares with `count > limit` instead of `>=`, and reports the limit less the count as remaining. */
const oneTooMany = replace("limiter", ({ headers }) => ({
  enforcedLimit: (declared) => declared + 1,
  headers: (hit, declared, now) => headers({ ...hit, remaining: hit.remaining - 1 }, declared, now),
}));

const oneCredential = listCredentials((credentials) => credentials.slice(0, 1));

const perOrganization = "limit.per-organization";

export default [
  // The requests that share a limit.
  ...mutantsOf(perOrganization, {
    "limit-by-key": {
      fault: "Each credential has its own limit",
      change: replace("limiter", { bucketOf: (caller) => caller?.credentialId }),
    },
    "limit-by-user": {
      fault: "Each user has their own limit",
      change: replace("limiter", { bucketOf: (caller) => caller?.userId }),
    },
    "limit-by-method": {
      fault: "Each method has its own limit",
      change: replace("limiter", {
        bucketOf: (caller, _operation, request) => caller && `${caller.orgId} ${request.method ?? ""}`,
      }),
    },
    "limit-by-endpoint": {
      fault: "Each endpoint has its own limit",
      change: replace("limiter", { bucketOf: (caller, operation) => caller && `${caller.orgId} ${operation ?? ""}` }),
    },
    "limit-for-all": {
      fault: "All organizations share one limit",
      change: replace("limiter", { bucketOf: (caller) => caller && "all" }),
    },
    "limit-by-address": {
      fault: "The limit is per client address",
      change: replace("limiter", { bucketOf: (_caller, _operation, request) => request.socket.remoteAddress ?? "" }),
    },
    "writes-not-counted": {
      fault: "Only GET is counted",
      change: replace("limiter", { counts: (_caller, operation) => !isWrite(operation) }),
    },
    "writes-not-refused": {
      fault: "Submissions are served over the limit",
      change: replace("limiter", { rejects: (_caller, operation) => operation !== "submitFeedback" }),
    },
  }),
  defineMutant({
    id: "administrators-not-refused",
    clause: "limit.standard",
    fault: "Requests with keys of administrators are counted, but never rejected",
    change: replace("limiter", { rejects: (caller) => caller?.role !== "admin" }),
  }),
  ...mutantsOf("limit.sessions", {
    "sessions-not-counted": {
      fault: "Requests with sessions are neither counted nor rejected",
      change: replace("limiter", { counts: (caller) => caller?.kind !== "session" }),
    },
    "sessions-not-refused": {
      fault: "Requests with sessions are counted, but never rejected",
      change: replace("limiter", { rejects: (caller) => caller?.kind !== "session" }),
    },
    "sessions-given-back": {
      fault: "Requests with sessions are rejected over the limit, but no longer count once they are answered",
      change: replace("limiter", { staysCounted: (caller) => caller?.kind !== "session" }),
    },
  }),

  // The number of requests that are served.
  defineMutant({
    id: "limit-not-enforced",
    clause: "limit.standard",
    fault: "The limit is reported, but never enforced",
    change: replace("limiter", { rejects: () => false }),
  }),
  ...mutantsOf("limit.remaining", {
    "limit-by-instance": {
      fault: "Two instances behind a load balancer count separately",
      change: replace("limiter", { createAlgorithm: () => instances(2) }),
    },
    "limit-by-pinned-instance": {
      fault: "Two instances count separately, and take turns after 30 requests each",
      change: replace("limiter", { createAlgorithm: () => instances(2, 30) }),
    },
  }),
  ...mutantsOf("limit.standard", {
    "limit-of-three-instances": {
      fault: "Three instances behind a load balancer count separately",
      change: replace("limiter", { createAlgorithm: () => instances(3) }),
    },
    "limit-doubled": {
      fault: "Twice the declared limit is enforced; X-RateLimit-Remaining stays 0 for the second half",
      change: replace("limiter", ({ headers }) => ({
        enforcedLimit: (declared) => 2 * declared,
        headers: (hit, declared, now) =>
          headers({ ...hit, remaining: Math.max(0, hit.remaining - declared) }, declared, now),
      })),
    },
    "limit-one-too-many": {
      fault: "One request over the limit is served",
      change: replace("limiter", ({ headers }) => ({
        enforcedLimit: (declared) => declared + 1,
        headers: (hit, declared, now) => headers({ ...hit, remaining: Math.max(0, hit.remaining - 1) }, declared, now),
      })),
    },
    "limit-one-too-many-reported": {
      fault: "One request over the limit is served, with X-RateLimit-Remaining: -1",
      change: oneTooMany,
    },
    "limit-one-too-many-reported-to-one-key": {
      fault: "Like limit-one-too-many-reported, on a target with one API key",
      change: combine(oneTooMany, oneCredential),
    },
  }),
  defineMutant({
    id: "limit-one-too-few",
    clause: "error.429",
    fault: "The last request within the limit is rejected",
    change: replace("limiter", ({ headers }) => ({
      enforcedLimit: (declared) => declared - 1,
      headers: (hit, declared, now) => headers({ ...hit, remaining: hit.remaining + 1 }, declared, now),
    })),
  }),
  defineMutant({
    id: "limit-halved-and-reported",
    clause: "limit.remaining",
    fault: "Half of the declared limit is enforced, and X-RateLimit-Remaining follows",
    change: replace("limiter", { enforcedLimit: (declared) => declared / 2 }),
  }),
  defineMutant({
    id: "limit-halved",
    clause: "error.429",
    fault: "Half of the declared limit is enforced, but the whole limit is reported",
    change: replace("limiter", ({ headers }) => ({
      enforcedLimit: (declared) => declared / 2,
      headers: (hit, declared, now) => headers({ ...hit, remaining: hit.remaining + declared / 2 }, declared, now),
    })),
  }),
  defineMutant({
    id: "counted-twice",
    clause: "limit.remaining",
    fault: "Every request is counted twice",
    change: replace("pipeline", ({ steps }) => ({
      steps: steps.flatMap((step) => (step === "limiter" ? [step, step] : [step])),
    })),
  }),
  defineMutant({
    id: "refused-at-random",
    clause: "error.429-only",
    fault: "One in forty requests is answered 429 within the limit",
    change: replace("limiter", ({ createAlgorithm }) => ({
      createAlgorithm: () => {
        const algorithm = createAlgorithm();
        let count = 0;
        return {
          hit: (...of) => {
            count += 1;
            const hit = algorithm.hit(...of);
            return count % 40 === 0 ? { ...hit, admitted: false } : hit;
          },
          peek: (...of) => algorithm.peek(...of),
          decrement: (bucket) => algorithm.decrement(bucket),
        };
      },
    })),
  }),

  // The end of a window, and the response over the limit.
  ...mutantsOf("limit.remaining", {
    "window-too-short": {
      fault: "The window is half a minute long",
      change: longerWindows(1 / 2),
    },
    "window-a-second": {
      fault: "The window is a second long",
      change: longerWindows(1 / 60),
    },
  }),
  ...mutantsOf("limit.per-minute", {
    "window-too-long": {
      fault: "The window is two minutes long",
      change: longerWindows(2),
    },
    "window-a-fifth-too-long": {
      fault: "The window is 72 seconds long",
      change: longerWindows(1.2),
    },
    "window-an-hour": {
      fault: "The window is an hour long",
      change: longerWindows(60),
    },
    "window-never-turns": {
      fault: "The count is reset once a year",
      change: longerWindows(525_600),
    },
    "refused-for-good": {
      fault: "After its first 429, an organization is never served again",
      change: replace("limiter", { createAlgorithm: lasting }),
    },
  }),
  ...mutantsOf("limit.exceeded", {
    "exceeded-503": {
      fault: "A request over the limit is answered 503",
      change: overLimitAs(503),
    },
    "exceeded-503-for-single-products": {
      fault: "A read of a single product over the limit is answered 503",
      change: overLimitAs(503, "getProduct"),
    },
    "exceeded-403-for-features": {
      fault: "A list of features over the limit is answered 403",
      change: overLimitAs(403, "listFeatures"),
    },
    "exceeded-403": {
      fault: "A request over the limit is answered 403",
      change: overLimitAs(403),
    },
  }),
] satisfies readonly Mutant[];
