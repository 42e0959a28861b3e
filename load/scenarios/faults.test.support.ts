import { defineMutant, type Mutant } from "../../reference/changes/mutants/mutant.ts";
import { combine, replace } from "../../reference/changes/seams/replace.ts";
import { replaceRoute } from "../../reference/changes/seams/routes.ts";
import type { Hit, LimitAlgorithm } from "../../reference/limiters/algorithm.ts";
import { FixedWindow } from "../../reference/limiters/fixed-window.ts";
import type { Parts } from "../../reference/parts/parts.ts";

export const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Counts requests with a delay of `lagMs`. */
function lagging(lagMs: number): LimitAlgorithm {
  const windows = new FixedWindow();
  const counted: number[] = [];
  return {
    hit(bucket, now, limit, windowMs): Hit {
      const hit = windows.hit(bucket, now, limit, windowMs);
      counted.push(now);
      const unseen = counted.filter((time) => time > now - lagMs).length - 1;
      return { ...hit, admitted: hit.remaining > 0 || hit.admitted || unseen >= 3 };
    },
    peek: (...of) => windows.peek(...of),
    decrement: (bucket) => windows.decrement(bucket),
  };
}

/** Resets the window once, and never again: as with a timer that is not set again. */
function turningOnce(): LimitAlgorithm {
  const windows = new FixedWindow();
  let first: number | undefined;
  const length = (now: number, windowMs: number) => {
    first ??= now;
    return now < first + 1.9 * windowMs ? windowMs : 1000 * windowMs;
  };
  return {
    hit: (bucket, now, limit, windowMs) => windows.hit(bucket, now, limit, length(now, windowMs)),
    peek: (bucket, now, limit, windowMs) => windows.peek(bucket, now, limit, length(now, windowMs)),
    decrement: (bucket) => windows.decrement(bucket),
  };
}

/** Sends responses one after the other. A 429 takes 25 ms, and delays all responses after it. */
function oneWriter(parts: Parts): Parts {
  let last: Promise<void> = Promise.resolve();
  let isRefusal = false;
  return combine(
    replace("limiter", ({ headers }) => ({
      headers(hit, declared, now) {
        isRefusal = !hit.admitted;
        return headers(hit, declared, now);
      },
    })),
    replace("responseWriter", ({ beforeBody }) => ({
      async beforeBody(response, operation) {
        last = isRefusal ? last.then(() => after(25)) : last;
        await last;
        await beforeBody(response, operation);
      },
    })),
  )(parts);
}

/** Answers some reads of the list with 500, from the tenth on: before that the target is tried. */
const someFail = (everyNth: number) =>
  defineMutant({
    id: `one-of-${everyNth}-reads-fails`,
    clause: "endpoint.listProducts",
    fault: "One of several processes has no database: its answers are 500",
    change: (parts) => {
      let reads = 0;
      return replaceRoute("listProducts", (route) => async (request) => {
        reads += 1;
        if (reads > 10 && reads % everyNth === 0) throw new Error("no database");
        return route(request);
      })(parts);
    },
  });

export const loadFaults = {
  steady: [someFail(50)],
  limit: [
    defineMutant({
      id: "count-that-lags",
      clause: "limit.standard",
      fault: "The count is read from a replica that lags: a burst passes",
      change: replace("limiter", { createAlgorithm: () => lagging(30) }),
    }),
  ],
  flow: [
    defineMutant({
      id: "status-gone-when-it-leaves-the-queue",
      clause: "feedback.identifier",
      fault: "The status of one submission in two is 404 from when it leaves the queue",
      change: replace("queue", ({ statusAt }) => {
        const gone = new Map<string, boolean>();
        return {
          isVisible: (row, now) => {
            gone.set(row.id, gone.get(row.id) ?? gone.size % 2 === 1);
            return gone.get(row.id) === false || statusAt(row, now) === "queued";
          },
        };
      }),
    }),
  ],
  recovery: [
    defineMutant({
      id: "timer-fires-once",
      clause: "limit.per-minute",
      fault: "The limit of the first window is never reset",
      change: replace("limiter", { createAlgorithm: turningOnce }),
    }),
  ],
  isolation: [
    someFail(3),
    defineMutant({
      id: "breaker-for-all",
      clause: "limit.per-organization",
      fault: "Many refusals in a second trip a circuit breaker, which then refuses everybody",
      change: replace("limiter", ({ createAlgorithm }) => ({
        createAlgorithm: () => {
          const algorithm = createAlgorithm();
          let rejections: number[] = [];
          return {
            hit: (...of) => {
              const hit = algorithm.hit(...of);
              const [, now] = of;
              rejections = rejections.filter((time) => time > now - 1000);
              if (rejections.length >= 20) return { ...hit, admitted: false };
              if (!hit.admitted) rejections.push(now);
              return hit;
            },
            peek: (...of) => algorithm.peek(...of),
            decrement: (bucket) => algorithm.decrement(bucket),
          };
        },
      })),
    }),
    defineMutant({
      id: "one-queue-for-all",
      clause: "limit.per-organization",
      fault: "All answers leave through one worker, which writes each rejection to a slow log first",
      change: oneWriter,
    }),
  ],
  spike: [
    defineMutant({
      id: "workers-of-four",
      clause: "endpoint.listProducts",
      fault: "Four answers are made concurrently; who comes meanwhile is answered 503",
      change: (parts) => {
        let busy = 0;
        const listing = replaceRoute("listProducts", (route) => async (request) => {
          if (busy >= 4) throw new Error("no worker");
          busy += 1;
          await after(40);
          busy -= 1;
          return route(request);
        });
        return listing(parts);
      },
    }),
    defineMutant({
      id: "caller-kept-for-all",
      clause: "auth.scope",
      fault:
        "Who calls is kept in one variable while the database is waited for: the next caller is taken for this one",
      change: replaceRoute("listProducts", (route) => {
        let current: Parameters<typeof route>[0]["caller"] | undefined;
        return async (request) => {
          current = request.caller;
          await after(15);
          return route({ ...request, caller: current });
        };
      }),
    }),
    defineMutant({
      id: "headers-forgotten-when-busy",
      clause: "limit.headers",
      fault: "The counter is asked with a time limit; where it answers late the headers are left out",
      change: replace("limiter", () => {
        let before = 0;
        return {
          sendsHeaders: () => {
            const now = performance.now();
            const isBusy = now - before < 2;
            before = now;
            return !isBusy;
          },
        };
      }),
    }),
  ],
} as const satisfies Readonly<Record<string, readonly Mutant[]>>;
