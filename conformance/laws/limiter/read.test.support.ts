/** Exchanges for the tests of the limiter's laws, and what a law says of them. */

import { type Exchange, exchangeOf } from "../../model/exchange.ts";
import type { RateLimits } from "../../model/rate-limit.ts";
import { Sequence, type SequenceLaw } from "../sequence-law.ts";
import { historiesOf } from "./histories.ts";
import type { History } from "./history.ts";

export const rateLimit = { limit: 100, windowSeconds: 60 };

export const judge = (law: SequenceLaw, exchanges: readonly Exchange[], limits: RateLimits = rateLimit) =>
  new Sequence(exchanges, limits).verdictOf(law);

/** The history of the only organization, or of the first. */
export function historyOf(exchanges: readonly Exchange[]): History {
  const [history] = historiesOf(exchanges, rateLimit);
  if (history === undefined) throw new Error("no exchange of an organization");
  return history;
}

/**
 * Of one exchange: sent at a time in milliseconds, and what it reported as remaining; undefined: it was answered 429.
 */
export type Sent = readonly [ms: number, remaining: number | undefined, more?: Partial<Exchange> | undefined];

export const readsOf = (sent: readonly Sent[]) =>
  sent.map(([ms, remaining, more], index) => read(index, ms, remaining, more));

/** A response of `status` that reports `remaining`, or carries no headers. */
export const response = (status: number, remaining?: number) => ({
  status,
  headers: remaining === undefined ? [] : ([["X-RateLimit-Remaining", String(remaining)]] as const),
  body: "{}",
  isUtf8: true,
  isCut: false,
});

export const secondKey = { credential: "KEY_B" };
export const session = { kind: "session", credential: "SESSION" } as const;
export const otherOrganization = { organization: "org_2", credential: "KEY_C" };
export const post = {
  operation: "submitFeedback",
  request: { method: "POST", url: "http://simulated/api/v1/feedback", headers: [], body: "{}" },
} as const;

/** `from`, and one less each time, to `to`. */
export const countdown = (from: number, to = 0) => Array.from({ length: from - to + 1 }, (_, at) => from - at);

/** A read with a key at `at` ms that took 20 ms; `remaining` undefined: it was answered 429. */
export function read(index: number, at: number, remaining: number | undefined, more: Partial<Exchange> = {}): Exchange {
  const headers = [
    ["X-RateLimit-Limit", "100"],
    ["X-RateLimit-Remaining", String(remaining ?? 0)],
  ] as const;
  return exchangeOf({
    index,
    operation: "listProducts",
    intent: "valid",
    request: { method: "GET", url: "http://simulated/api/v1/products", headers: [], body: "" },
    response: { status: remaining === undefined ? 429 : 200, headers, body: "{}", isUtf8: true, isCut: false },
    kind: "api-key",
    credential: "KEY_A",
    organization: "org_1",
    sentAt: 1_790_000_000_000 + at,
    receivedAt: 1_790_000_000_020 + at,
    ...more,
  });
}

/** Ten reads a second, of a server whose windows are aligned to the clock, which is legal. */
export const load = (count: number, limit = 100) =>
  Array.from({ length: count }, (_, index) => {
    const remaining = limit - 1 - (index % 600);
    return read(index, index * 100, remaining >= 0 ? remaining : undefined);
  });
