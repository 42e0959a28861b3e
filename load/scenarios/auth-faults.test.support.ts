/** Mutants that reject credentials wrongly when there are many such requests. */
import { defineMutant, type Mutant } from "../../reference/changes/mutants/mutant.ts";
import { combine, replace } from "../../reference/changes/seams/replace.ts";
import { HttpError } from "../../reference/parts/http-error.ts";
import type { Caller } from "../../reference/store/caller.ts";
import { after } from "./faults.test.support.ts";

/** Returns a function that returns whether it was called more than `max` times in the last second. */
function rateAbove(max: number): () => boolean {
  let times: number[] = [];
  return () => {
    const now = performance.now();
    times = [...times.filter((time) => time > now - 1000), now];
    return times.length > max;
  };
}

const tooMany = "Too many failed logins.";

export const authFaults = {
  countedForTheLastCaller: defineMutant({
    id: "unknown-counted-for-the-last-caller",
    clause: "limit.per-organization",
    fault:
      "Who calls is kept in a variable: a request without valid credentials counts against the organization before it",
    change: replace("limiter", () => {
      let last: Caller | undefined;
      return {
        bucketOf: (caller) => {
          last = caller ?? last;
          return last?.orgId;
        },
      };
    }),
  }),
  poolExhausted: defineMutant({
    id: "unknown-500-when-many",
    clause: "auth.unauthorized",
    fault: "The pool of connections for rejected tokens is small: many of them are answered 500",
    change: replace("credentials", ({ unauthenticated }) => {
      const isBusy = rateAbove(15);
      return {
        unauthenticated: (...call) => {
          if (isBusy()) throw new Error("no connection");
          return unauthenticated(...call);
        },
      };
    }),
  }),
  emptyRefusal: defineMutant({
    id: "failed-logins-429-without-body",
    clause: "error.json-object",
    fault: "A gateway answers many failed logins with 429, and no body",
    change: combine(
      replace("credentials", ({ unauthenticated }) => {
        const isBusy = rateAbove(15);
        return {
          unauthenticated: (...call) => {
            if (isBusy()) throw new HttpError("tooManyRequests", tooMany);
            return unauthenticated(...call);
          },
        };
      }),
      replace("errors", ({ body }) => ({
        body: (error, operation) => (error.message === tooMany ? undefined : body(error, operation)),
      })),
    ),
  }),
  headersLeftOut: defineMutant({
    id: "401-without-headers-when-many",
    clause: "limit.headers",
    fault: "Where many are rejected a shortcut answers them, without the rate limit's headers",
    change: replace("limiter", () => {
      const isBusy = rateAbove(15);
      return { sendsHeaders: (_operation, status) => status !== 401 || !isBusy() };
    }),
  }),
  expiryLost: defineMutant({
    id: "expiry-lost-in-a-cache",
    clause: "auth.key-expiry",
    fault: "Keys that come often are kept in a cache, without their expiry date",
    change: replace("credentials", ({ isExpired }) => {
      const isOften = rateAbove(10);
      return { isExpired: (...key) => isExpired(...key) && !isOften() };
    }),
  }),
  rolesOpen: defineMutant({
    id: "roles-open-when-busy",
    clause: "auth.forbidden",
    fault:
      "Roles are asked for with a time limit; where many are denied the answer comes too late, and counts as a yes",
    change: replace("credentials", ({ permits }) => {
      const isBusy = rateAbove(10);
      return { permits: (...asked) => permits(...asked) || isBusy() };
    }),
  }),
  breaker: defineMutant({
    id: "breaker-for-all-tokens",
    clause: "auth.bearer",
    fault: "Many unknown tokens in a second trip a breaker: no token at all is looked up then",
    change: replace("credentials", ({ lookUp }) => {
      const missed = rateAbove(20);
      let isTripped = false;
      return {
        lookUp(store, token) {
          const found = isTripped ? undefined : lookUp.call(this, store, token);
          if (found === undefined) isTripped = missed();
          return found;
        },
      };
    }),
  }),
  slowLookup: defineMutant({
    id: "slow-lookup-for-all",
    clause: "auth.unauthorized",
    fault: "Requests are served one after the other, and a token that is not known takes a while to be looked up",
    change: replace("responseWriter", ({ extraHeaders, beforeBody }) => {
      let last: Promise<void> = Promise.resolve();
      let isRejected = false;
      return {
        extraHeaders(operation, status) {
          isRejected = status === 401;
          return extraHeaders(operation, status);
        },
        async beforeBody(response, operation) {
          last = isRejected ? last.then(() => after(25)) : last;
          await last;
          await beforeBody(response, operation);
        },
      };
    }),
  }),
} as const satisfies Readonly<Record<string, Mutant>>;
