/** A server on the virtual clock that does nothing but limit, by any rules; each answer takes its latency. */
import type { VirtualClock } from "../../../clock.ts";
import { virtualClock } from "../../../clock.ts";
import { loadContract } from "../../../spec/contract.ts";
import { type Caller, noCredentials } from "../../client/caller.ts";
import { type Client, createClient } from "../../client/client.ts";
import type { Transport, WireRequest } from "../../client/wire.ts";
import type { RateLimit } from "../../model/check.ts";
import { type AlgorithmName, algorithms, type Bucket } from "./algorithms.ts";

/** Whoever sends, as the server knows it. */
export interface Sender {
  readonly token: string;
  readonly organization: string;
  readonly kind: "api-key" | "session" | "expired" | "none";
}

/** The rules of a simulated server. Each fault replaces one of them. */
export interface Rules {
  readonly algorithm: AlgorithmName;
  readonly declared: RateLimit;
  /** The limit and window that are enforced. */
  readonly enforced: RateLimit;
  readonly phaseMs: number;
  readonly tellsAfter: boolean;
  readonly countsRefused: boolean;
  /** Whose bucket a request spends. */
  bucketOf(sender: Sender, method: string): string;
  counts(sender: Sender, method: string, status: number): boolean;
  /** Whether a request may be refused that finds nothing left. */
  refuses(sender: Sender, method: string): boolean;
  /** What `X-RateLimit-Remaining` tells, of what is left of the enforced limit. */
  told(left: number): number;
  /** Whether an answer of this status carries the rate-limit headers. */
  tells(status: number): boolean;
  /** The answer to what is refused. */
  readonly refusal: number;
  /** Nothing is left for this sender, whatever the count. */
  bars(sender: Sender, now: number): boolean;
  /** Called after each refusal. */
  refused(bucket: Bucket, sender: Sender, now: number): void;
}

export interface Simulation {
  readonly client: Client;
  readonly clock: VirtualClock;
  readonly cast: Readonly<Record<"key" | "secondKey" | "session" | "expired" | "other" | "nobody", Caller>>;
  /** Counts `requests` of the key's organization, as if others had sent them. */
  use(requests: number): void;
}

const callerFor = (kind: Caller["kind"], label: string, organization: string): Caller => ({
  kind,
  label,
  authorization: `Bearer ${label}`,
  organization,
});

const cast = {
  key: callerFor("api-key", "KEY_A", "org_1"),
  secondKey: callerFor("api-key", "KEY_B", "org_1"),
  session: callerFor("session", "SESSION", "org_1"),
  expired: callerFor("expired", "OLD", "org_1"),
  other: callerFor("api-key", "KEY_C", "org_2"),
  nobody: noCredentials,
};

/** The same numbers each time, from 0 to 1. */
export function pseudoRandom(): () => number {
  let state = 12345;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

function senderOf(authorization: string | undefined): Sender {
  const known = Object.values(cast).find((one) => one.authorization === authorization);
  const { label, organization, kind } = known ?? noCredentials;
  const isKnown = kind === "api-key" || kind === "session" || kind === "expired";
  return { token: label, organization: organization ?? "", kind: isKnown ? kind : "none" };
}

export interface Timing {
  /** Of an answer, half of it on the way there. */
  readonly latencyMs: number;
  /** How far the latency strays, as a part of it: 0 not at all, 1 from nothing to twice. */
  readonly jitter: number;
  /** Milliseconds since the epoch. */
  readonly startsAt: number;
}

export function simulate(rules: Rules, of: Timing): Simulation {
  const random = pseudoRandom();
  const underway = () => clock.sleep((of.latencyMs / 2) * (1 + of.jitter * (2 * random() - 1)));
  const clock = virtualClock(of.startsAt);
  const buckets = new Map<string, Bucket>();
  const sizes = {
    limit: rules.enforced.limit,
    windowMs: rules.enforced.windowSeconds * 1000,
    phaseMs: rules.phaseMs,
  };
  const bucketFor = (name: string) => {
    const bucket = buckets.get(name) ?? algorithms[rules.algorithm](sizes);
    buckets.set(name, bucket);
    return bucket;
  };

  function answer({ method, url, headers }: WireRequest): { readonly status: number; readonly remaining: number } {
    const now = clock.now();
    const sender = senderOf(headers.find(([name]) => name === "authorization")?.[1]);
    const bucket = bucketFor(rules.bucketOf(sender, method));
    const left = () => Math.max(0, Math.floor(rules.enforced.limit - bucket.used(now) + 1e-9));
    const before = rules.bars(sender, now) ? 0 : left();
    const isServed = sender.kind === "api-key" || sender.kind === "session";
    if (before < 1 && isServed && rules.refuses(sender, method)) {
      if (rules.countsRefused) bucket.count(now);
      rules.refused(bucket, sender, now);
      return { status: rules.refusal, remaining: rules.told(0) };
    }
    const status = !isServed ? 401 : url.includes("unknown") ? 404 : method === "POST" ? 202 : 200;
    const isCounted = rules.counts(sender, method, status);
    if (isCounted) bucket.count(now);
    return { status, remaining: rules.told(rules.tellsAfter ? left() : before) };
  }

  const transport: Transport = {
    async send(request) {
      const sentAt = clock.now();
      if (of.latencyMs > 0) await underway();
      const { status, remaining } = answer(request);
      if (of.latencyMs > 0) await underway();
      const told = [
        ["X-RateLimit-Limit", String(rules.declared.limit)],
        ["X-RateLimit-Remaining", String(remaining)],
        ["X-RateLimit-Reset", "1"],
      ] as const;
      const headers = rules.tells(status) ? told : [];
      const response = { status, headers, body: "{}", isUtf8: true, isCut: false };
      return { response, sentAt, receivedAt: clock.now(), redirects: [] };
    },
    close: async () => {},
  };
  const target = {
    baseUrl: "http://simulated/api",
    credentials: [],
    rateLimit: rules.declared,
    feedbackGraceSeconds: 5,
  };
  const client = createClient({ target, contract: loadContract(), transport, clock });
  return {
    client,
    clock,
    cast,
    use(requests) {
      const bucket = bucketFor(rules.bucketOf(senderOf(cast.key.authorization), "GET"));
      for (let sent = 0; sent < requests; sent += 1) bucket.count(clock.now());
    },
  };
}
