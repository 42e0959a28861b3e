import type { OperationId } from "../../../spec/contract.ts";
import type { LimitAlgorithm } from "../../limiters/algorithm.ts";
import { FixedWindow } from "../../limiters/fixed-window.ts";
import type { Parts } from "../../parts/parts.ts";
import { defineMutant, limiting, type Mutant } from "./mutant.ts";

/** Fixed windows of another length. */
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

/** Each request meets the next of several instances, which know nothing of each other. */
function instances(count: number): LimitAlgorithm {
  const each = Array.from({ length: count }, () => new FixedWindow());
  let turn = 0;
  const next = () => {
    turn = (turn + 1) % count;
    return each[turn] ?? new FixedWindow();
  };
  return {
    hit: (...of) => next().hit(...of),
    peek: (...of) => next().peek(...of),
    decrement: () => {},
  };
}

/** A refusal that lasts: what was refused once is refused for ever. */
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

const isWrite = (operation: OperationId | undefined) =>
  ["submitFeedback", "updateMe", "createOrganization", "inviteMember"].includes(operation ?? "");

const perOrganization = "limit.per-organization";

export default [
  // Whose limit it is.
  limiting("limit-by-key", perOrganization, "Each API key has a limit of its own", () => ({
    bucketOf: (caller) => caller?.credentialId,
  })),
  limiting("limit-by-user", perOrganization, "Each user has a limit of their own", () => ({
    bucketOf: (caller) => caller?.userId,
  })),
  limiting("limit-by-method", perOrganization, "Each method has a limit of its own", () => ({
    bucketOf: (caller, _operation, request) => caller && `${caller.orgId} ${request.method ?? ""}`,
  })),
  limiting("limit-by-endpoint", perOrganization, "Each endpoint has a limit of its own", () => ({
    bucketOf: (caller, operation) => caller && `${caller.orgId} ${operation ?? ""}`,
  })),
  limiting("limit-for-all", perOrganization, "All organizations share one limit", () => ({
    bucketOf: (caller) => caller && "all",
  })),
  limiting("limit-by-address", perOrganization, "The limit is the address's, whoever calls from it", () => ({
    bucketOf: (_caller, _operation, request) => request.socket.remoteAddress ?? "",
  })),
  limiting("writes-not-counted", perOrganization, "Only GET is counted", () => ({
    counts: (_caller, operation) => !isWrite(operation),
  })),
  limiting(
    "writes-not-refused",
    perOrganization,
    "A submission is taken over the limit, so that nothing gets lost",
    () => ({
      rejects: (_caller, operation) => operation !== "submitFeedback",
    }),
  ),
  limiting(
    "administrators-not-refused",
    "limit.standard",
    "Keys of administrators are counted, and never refused",
    () => ({
      rejects: (caller) => caller?.role !== "admin",
    }),
  ),
  limiting("sessions-not-counted", "limit.sessions", "Sessions have no limit", () => ({
    counts: (caller) => caller?.kind !== "session",
  })),
  limiting("sessions-not-refused", "limit.sessions", "Sessions are counted, and never refused", () => ({
    rejects: (caller) => caller?.kind !== "session",
  })),

  // How many there are.
  limiting("limit-not-enforced", "limit.standard", "The limit is told, and nobody is refused", () => ({
    rejects: () => false,
  })),
  limiting("limit-by-instance", "limit.remaining", "Two instances behind a balancer count by themselves", () => ({
    createAlgorithm: () => instances(2),
  })),
  limiting(
    "limit-of-three-instances",
    "limit.standard",
    "Three instances behind a balancer count by themselves",
    () => ({
      createAlgorithm: () => instances(3),
    }),
  ),
  limiting(
    "limit-doubled",
    "limit.standard",
    "Twice the limit is served, of which the first half is told",
    ({ headers }) => ({
      enforcedLimit: (declared) => 2 * declared,
      headers: (hit, declared, now) =>
        headers({ ...hit, remaining: Math.max(0, hit.remaining - declared) }, declared, now),
    }),
  ),
  limiting(
    "limit-one-too-many",
    "limit.standard",
    "The limit is compared by > where it is >=: one too many is served",
    ({ headers }) => ({
      enforcedLimit: (declared) => declared + 1,
      headers: (hit, declared, now) => headers({ ...hit, remaining: Math.max(0, hit.remaining - 1) }, declared, now),
    }),
  ),
  limiting(
    "limit-one-too-few",
    "error.429",
    "The limit is compared by >= where it is >: the last request is refused",
    ({ headers }) => ({
      enforcedLimit: (declared) => declared - 1,
      headers: (hit, declared, now) => headers({ ...hit, remaining: hit.remaining + 1 }, declared, now),
    }),
  ),
  limiting(
    "limit-halved-and-told",
    "limit.remaining",
    "Half of the declared limit is enforced, and X-RateLimit-Remaining follows",
    () => ({
      enforcedLimit: (declared) => declared / 2,
    }),
  ),
  limiting(
    "limit-halved",
    "error.429",
    "Half of the declared limit is enforced, and all of it told",
    ({ headers }) => ({
      enforcedLimit: (declared) => declared / 2,
      headers: (hit, declared, now) => headers({ ...hit, remaining: hit.remaining + declared / 2 }, declared, now),
    }),
  ),
  defineMutant({
    id: "counted-twice",
    clause: "limit.remaining",
    fault: "The limiter is mounted twice: for the application and for its router",
    change: (parts: Parts): Parts => ({
      ...parts,
      pipeline: parts.pipeline.flatMap((step) => (step === "limiter" ? [step, step] : [step])),
    }),
  }),
  limiting("refused-at-random", "error.429", "A request in forty is refused, to shed load", ({ createAlgorithm }) => ({
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

  // How it ends.
  limiting(
    "window-too-short",
    "limit.remaining",
    "The window is half a minute long",
    windowsOf((ms) => ms / 2),
  ),
  limiting(
    "window-a-second",
    "limit.remaining",
    "The window is a second long",
    windowsOf((ms) => ms / 60),
  ),
  limiting(
    "window-too-long",
    "limit.per-minute",
    "The window is two minutes long",
    windowsOf((ms) => 2 * ms),
  ),
  limiting(
    "window-an-hour",
    "limit.per-minute",
    "The window is an hour long",
    windowsOf((ms) => 60 * ms),
  ),
  limiting(
    "window-never-turns",
    "limit.per-minute",
    "The count is reset once a year",
    windowsOf((ms) => 525_600 * ms),
  ),
  limiting(
    "refused-for-good",
    "limit.per-minute",
    "Who has been refused once stays refused until somebody helps",
    () => ({
      createAlgorithm: lasting,
    }),
  ),
  defineMutant({
    id: "exceeded-503",
    clause: "limit.exceeded",
    fault: "Over the limit the answer is 503",
    change: (parts) => ({
      ...parts,
      errors: {
        ...parts.errors,
        status: (kind, operation) => (kind === "tooManyRequests" ? 503 : parts.errors.status(kind, operation)),
      },
    }),
  }),
  defineMutant({
    id: "exceeded-403",
    clause: "limit.exceeded",
    fault: "Over the limit the answer is 403, as some services have it",
    change: (parts) => ({
      ...parts,
      errors: {
        ...parts.errors,
        status: (kind, operation) => (kind === "tooManyRequests" ? 403 : parts.errors.status(kind, operation)),
      },
    }),
  }),
] satisfies readonly Mutant[];
