/** Reads with one key, as the tests of the limiter's laws say them. */
import { type Exchange, exchangeOf } from "../../model/exchange.ts";

/** A read with a key at `at` ms that took 20 ms; `remaining` undefined: refused. */
export function read(index: number, at: number, remaining: number | undefined, of: Partial<Exchange> = {}): Exchange {
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
    ...of,
  });
}

/** Ten reads a second against windows of the clock, which are legal. */
export const load = (count: number, limit = 100) =>
  Array.from({ length: count }, (_, index) => {
    const left = limit - 1 - (index % 600);
    return read(index, index * 100, left >= 0 ? left : undefined);
  });
