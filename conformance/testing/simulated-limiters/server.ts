/** A server on the virtual clock that does nothing but limit, by any rules; each answer takes its latency. */
import { type VirtualClock, virtualClock } from "../../../clock.ts";
import { loadContract } from "../../../spec/contract.ts";
import { type Client, createClient } from "../../client/client.ts";
import type { Transport, WireRequest } from "../../client/wire.ts";
import { algorithms, type Bucket } from "./algorithms.ts";
import { callers, type Sender, senderOf } from "./callers.ts";
import { pseudoRandom } from "./pseudo-random.ts";
import type { Rules } from "./rules.ts";

export interface Simulation {
  readonly client: Client;
  readonly clock: VirtualClock;
  /** Counts `requests` of the key's organization, as if others had sent them. */
  use(requests: number): void;
}

export interface Timing {
  /** How long an answer takes; half of it passes before the request arrives. */
  readonly latencyMs: number;
  /** How far the latency varies, as a fraction of it: 0 not at all, 1 from nothing to twice. */
  readonly jitter: number;
  /** By how much more an answer may be late, in milliseconds. */
  readonly jitterMs?: number;
  /** Milliseconds since the epoch. */
  readonly startsAt: number;
}

/** The first request counts as `cost`. */
function withFirstCost(bucket: Bucket, cost: number): Bucket {
  let isFirst = true;
  return {
    ...bucket,
    count(now) {
      for (let counted = isFirst ? 0 : cost - 1; counted < cost; counted += 1) bucket.count(now);
      isFirst = false;
    },
  };
}

/** Until all is given back, by a clock that may be wrong. */
function resetOf({ skewMs, resetUnit, declared: { limit, windowSeconds } }: Rules, remaining: number, now: number) {
  const seconds = Math.ceil((windowSeconds * (limit - remaining)) / limit);
  if (resetUnit === "seconds left") return seconds;
  const at = Math.floor((now + skewMs) / 1000) + seconds;
  return resetUnit === "seconds since the epoch" ? at : at * 1000;
}

export function simulate(rules: Rules, timing: Timing): Simulation {
  const clock = virtualClock(timing.startsAt);
  const buckets = new Map<string, Bucket>();
  const bucketFor = (sender: Sender, method: string): Bucket => {
    const name = rules.bucketOf(sender, method);
    const { limit, windowSeconds } = rules.enforced;
    const sizes = { ...rules, limit, windowMs: windowSeconds * 1000 };
    const bucket = buckets.get(name) ?? withFirstCost(algorithms[rules.algorithm](sizes), rules.firstCost);
    buckets.set(name, bucket);
    return bucket;
  };
  const target = {
    baseUrl: "http://simulated/api",
    credentials: [],
    rateLimit: rules.declared,
    feedbackGraceSeconds: 5,
  };
  const transport = transportTo((request) => handlingOf(rules, request, bucketFor), rules, timing, clock);
  return {
    client: createClient({ target, contract: loadContract(), transport, clock }),
    clock,
    use(requests) {
      const bucket = bucketFor(senderOf(callers.key.authorization), "GET");
      for (let sent = 0; sent < requests; sent += 1) bucket.count(clock.now());
    },
  };
}

/** How a request is handled: it is counted or rejected, and what remains is read. */
interface Handling {
  /** Counts the request; its status. */
  decide(now: number): number;
  remaining(now: number): number;
}

function handlingOf(
  rules: Rules,
  { method, url, headers }: WireRequest,
  bucketFor: (sender: Sender, method: string) => Bucket,
): Handling {
  const sender = senderOf(headers.find(([name]) => name === "authorization")?.[1]);
  const bucket = bucketFor(sender, method);
  const isAuthenticated = sender.kind === "api-key" || sender.kind === "session";
  const min = rules.reportsBelowZero ? Number.NEGATIVE_INFINITY : 0;
  const remaining = (now: number) =>
    rules.isBlocked(sender, now) ? 0 : Math.max(min, Math.floor(rules.enforced.limit - bucket.used(now) + 1e-9));
  return {
    remaining,
    decide(now) {
      if (remaining(now) < 1 && isAuthenticated && rules.mayReject(sender, method)) {
        if (rules.countsRejected) bucket.count(now);
        rules.onRejected(bucket, sender, now);
        return rules.rejectionStatus;
      }
      const status = isAuthenticated ? statusFor(method, url) : 401;
      if (rules.counts(sender, method, status)) bucket.count(now);
      return status;
    },
  };
}

function statusFor(method: string, url: string): number {
  if (url.includes("unknown")) return 404;
  return method === "POST" ? 202 : 200;
}

function transportTo(
  handlingOf: (request: WireRequest) => Handling,
  rules: Rules,
  { latencyMs, jitter, jitterMs = 0 }: Timing,
  clock: VirtualClock,
): Transport {
  const random = pseudoRandom();
  let inFlight = 0;
  const pass = async (share: number) => {
    const ms = latencyMs * share * (1 + jitter * (2 * random() - 1)) + jitterMs * share * random();
    if (ms > 0) await clock.sleep(ms);
  };
  return {
    async send(request) {
      const sentAt = clock.now();
      await pass(0.5);
      const handling = handlingOf(request);
      const isRejected = inFlight >= rules.maxConcurrent;
      if (!isRejected) inFlight += 1;
      const { status, remaining } = isRejected
        ? { status: 429, remaining: handling.remaining(clock.now()) }
        : await handle(handling, rules, () => pass(0.25), clock);
      await pass(rules.countsInTwoSteps ? 0.25 : 0.5);
      if (!isRejected) inFlight -= 1;
      const headers = [
        ["X-RateLimit-Limit", String(rules.declared.limit)],
        ["X-RateLimit-Remaining", String(rules.reported(remaining))],
        ["X-RateLimit-Reset", String(resetOf(rules, remaining, clock.now()))],
      ] as const;
      const date = ["Date", new Date(clock.now() + rules.skewMs).toUTCString()] as const;
      const response = {
        status,
        headers: [date, ...(rules.hasHeaders(status) ? headers : [])],
        body: "{}",
        isUtf8: true,
        isCut: false,
      };
      return { response, sentAt, receivedAt: clock.now(), redirects: [] };
    },
    close: async () => {},
  };
}

/** What remains is read before or after the request is counted; `pause` comes in between where that takes two steps. */
async function handle(
  { decide, remaining }: Handling,
  { remainingIncludesSelf, countsInTwoSteps, rejectionStatus }: Rules,
  pause: () => Promise<void>,
  clock: VirtualClock,
) {
  const before = remaining(clock.now());
  if (countsInTwoSteps && !remainingIncludesSelf) await pause();
  const status = decide(clock.now());
  if (countsInTwoSteps && remainingIncludesSelf) await pause();
  const isRejected = status === rejectionStatus;
  return { status, remaining: remainingIncludesSelf && !isRejected ? remaining(clock.now()) : before };
}
