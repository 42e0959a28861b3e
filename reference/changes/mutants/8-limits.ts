/** Faults in the rate limiter: whose requests it counts, how many it serves, and when a window ends (§8). */
import type { LimitAlgorithm } from "../../limiters/algorithm.ts";
import { FixedWindow } from "../../limiters/fixed-window.ts";
import { combine, isWrite, listCredentials, replace } from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

/** A limiter with fixed windows of another length. */
const windowsOf = (longer: (windowMs: number) => number) => () => ({
  createAlgorithm: (): LimitAlgorithm => {
    const windows = new FixedWindow();
    return {
      hit: (bucket, now, limit, windowMs) => windows.hit(bucket, now, limit, longer(windowMs)),
      peek: (bucket, now, limit, windowMs) => windows.peek(bucket, now, limit, longer(windowMs)),
      decrement: (bucket) => windows.decrement(bucket),
    };
  },
});

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
  defineMutant({
    id: "limit-by-key",
    clause: perOrganization,
    fault: "Each credential has its own limit",
    change: replace("limiter", () => ({
      bucketOf: (caller) => caller?.credentialId,
    })),
  }),
  defineMutant({
    id: "limit-by-user",
    clause: perOrganization,
    fault: "Each user has their own limit",
    change: replace("limiter", () => ({
      bucketOf: (caller) => caller?.userId,
    })),
  }),
  defineMutant({
    id: "limit-by-method",
    clause: perOrganization,
    fault: "Each method has its own limit",
    change: replace("limiter", () => ({
      bucketOf: (caller, _operation, request) => caller && `${caller.orgId} ${request.method ?? ""}`,
    })),
  }),
  defineMutant({
    id: "limit-by-endpoint",
    clause: perOrganization,
    fault: "Each endpoint has its own limit",
    change: replace("limiter", () => ({
      bucketOf: (caller, operation) => caller && `${caller.orgId} ${operation ?? ""}`,
    })),
  }),
  defineMutant({
    id: "limit-for-all",
    clause: perOrganization,
    fault: "All organizations share one limit",
    change: replace("limiter", () => ({
      bucketOf: (caller) => caller && "all",
    })),
  }),
  defineMutant({
    id: "limit-by-address",
    clause: perOrganization,
    fault: "The limit is per client address",
    change: replace("limiter", () => ({
      bucketOf: (_caller, _operation, request) => request.socket.remoteAddress ?? "",
    })),
  }),
  defineMutant({
    id: "writes-not-counted",
    clause: perOrganization,
    fault: "Only GET is counted",
    change: replace("limiter", () => ({
      counts: (_caller, operation) => !isWrite(operation),
    })),
  }),
  defineMutant({
    id: "writes-not-refused",
    clause: perOrganization,
    fault: "Submissions are served over the limit",
    change: replace("limiter", () => ({
      rejects: (_caller, operation) => operation !== "submitFeedback",
    })),
  }),
  defineMutant({
    id: "administrators-not-refused",
    clause: "limit.standard",
    fault: "Requests with keys of administrators are counted, but never rejected",
    change: replace("limiter", () => ({
      rejects: (caller) => caller?.role !== "admin",
    })),
  }),
  defineMutant({
    id: "sessions-not-counted",
    clause: "limit.sessions",
    fault: "Requests with sessions are neither counted nor rejected",
    change: replace("limiter", () => ({
      counts: (caller) => caller?.kind !== "session",
    })),
  }),
  defineMutant({
    id: "sessions-not-refused",
    clause: "limit.sessions",
    fault: "Requests with sessions are counted, but never rejected",
    change: replace("limiter", () => ({
      rejects: (caller) => caller?.kind !== "session",
    })),
  }),

  // The number of requests that are served.
  defineMutant({
    id: "limit-not-enforced",
    clause: "limit.standard",
    fault: "The limit is reported, but never enforced",
    change: replace("limiter", () => ({
      rejects: () => false,
    })),
  }),
  defineMutant({
    id: "limit-by-instance",
    clause: "limit.remaining",
    fault: "Two instances behind a load balancer count separately",
    change: replace("limiter", () => ({
      createAlgorithm: () => instances(2),
    })),
  }),
  defineMutant({
    id: "limit-by-pinned-instance",
    clause: "limit.remaining",
    fault: "Two instances count separately, and take turns after 30 requests each",
    change: replace("limiter", () => ({
      createAlgorithm: () => instances(2, 30),
    })),
  }),
  defineMutant({
    id: "limit-of-three-instances",
    clause: "limit.standard",
    fault: "Three instances behind a load balancer count separately",
    change: replace("limiter", () => ({
      createAlgorithm: () => instances(3),
    })),
  }),
  defineMutant({
    id: "limit-doubled",
    clause: "limit.standard",
    fault: "Twice the declared limit is enforced; X-RateLimit-Remaining stays 0 for the second half",
    change: replace("limiter", ({ headers }) => ({
      enforcedLimit: (declared) => 2 * declared,
      headers: (hit, declared, now) =>
        headers({ ...hit, remaining: Math.max(0, hit.remaining - declared) }, declared, now),
    })),
  }),
  defineMutant({
    id: "limit-one-too-many",
    clause: "limit.standard",
    fault: "One request over the limit is served",
    change: replace("limiter", ({ headers }) => ({
      enforcedLimit: (declared) => declared + 1,
      headers: (hit, declared, now) => headers({ ...hit, remaining: Math.max(0, hit.remaining - 1) }, declared, now),
    })),
  }),
  defineMutant({
    id: "limit-one-too-many-reported",
    clause: "limit.standard",
    fault: "One request over the limit is served, with X-RateLimit-Remaining: -1",
    change: oneTooMany,
  }),
  defineMutant({
    id: "limit-one-too-many-reported-to-one-key",
    clause: "limit.standard",
    fault: "Like limit-one-too-many-reported, on a target with one API key",
    change: combine(oneTooMany, oneCredential),
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
    change: replace("limiter", () => ({
      enforcedLimit: (declared) => declared / 2,
    })),
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
  defineMutant({
    id: "window-too-short",
    clause: "limit.remaining",
    fault: "The window is half a minute long",
    change: replace(
      "limiter",
      windowsOf((ms) => ms / 2),
    ),
  }),
  defineMutant({
    id: "window-a-second",
    clause: "limit.remaining",
    fault: "The window is a second long",
    change: replace(
      "limiter",
      windowsOf((ms) => ms / 60),
    ),
  }),
  defineMutant({
    id: "window-too-long",
    clause: "limit.per-minute",
    fault: "The window is two minutes long",
    change: replace(
      "limiter",
      windowsOf((ms) => 2 * ms),
    ),
  }),
  defineMutant({
    id: "window-an-hour",
    clause: "limit.per-minute",
    fault: "The window is an hour long",
    change: replace(
      "limiter",
      windowsOf((ms) => 60 * ms),
    ),
  }),
  defineMutant({
    id: "window-never-turns",
    clause: "limit.per-minute",
    fault: "The count is reset once a year",
    change: replace(
      "limiter",
      windowsOf((ms) => 525_600 * ms),
    ),
  }),
  defineMutant({
    id: "refused-for-good",
    clause: "limit.per-minute",
    fault: "After its first 429, an organization is never served again",
    change: replace("limiter", () => ({
      createAlgorithm: lasting,
    })),
  }),
  defineMutant({
    id: "exceeded-503",
    clause: "limit.exceeded",
    fault: "A request over the limit is answered 503",
    change: replace("errors", (errors) => ({
      status: (kind, operation) => (kind === "tooManyRequests" ? 503 : errors.status(kind, operation)),
    })),
  }),
  defineMutant({
    id: "exceeded-403",
    clause: "limit.exceeded",
    fault: "A request over the limit is answered 403",
    change: replace("errors", (errors) => ({
      status: (kind, operation) => (kind === "tooManyRequests" ? 403 : errors.status(kind, operation)),
    })),
  }),
] satisfies readonly Mutant[];
