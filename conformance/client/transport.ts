/** Sends a request, and returns the response in bounded time and bytes. It knows no credentials. */
import { failureOf } from "./failure.ts";
import { readResponse } from "./read-response.ts";
import { maxRedirects, redirectTarget } from "./redirect.ts";
import { overFetch, overNetwork } from "./sender.ts";
import { maxBodyBytes, type Transport, type TransportOptions, type WireRequest } from "./wire.ts";
import { withinTime } from "./within-time.ts";

export type { Transport, TransportOptions, WireAnswer, WireRequest } from "./wire.ts";

/** A transport with its own connections, or with the given `sender` or `fetch`. */
export function createTransport(options: TransportOptions): Transport {
  const { clock, timeoutMs = 30_000, maxBytes = maxBodyBytes } = options;
  const sender = options.sender ?? (options.fetch ? overFetch(options.fetch) : overNetwork(options, timeoutMs));

  /** Adds the redirects that it follows to `redirects`. */
  async function sendFollowing(request: WireRequest, redirects: string[], signal: AbortSignal) {
    const seen = new Set([request.url]);
    let url = request.url;
    for (;;) {
      const incoming = await sender.send({ ...request, url }, signal);
      const response = await readResponse(incoming, request.method, maxBytes);
      const next = redirectTarget(response, request.method, url);
      if (next === undefined || seen.has(next) || redirects.length === maxRedirects)
        return { response, connection: incoming.connection };
      seen.add(next);
      redirects.push(next);
      url = next;
    }
  }

  return {
    async send(request, signal) {
      const release = clock.hold();
      const sentAt = clock.now();
      const redirects: string[] = [];
      const work = (stop: AbortSignal) => sendFollowing(request, redirects, stop);
      try {
        const outcome = await withinTime(work, timeoutMs, signal).catch(failureOf);
        return { ...outcome, sentAt, receivedAt: clock.now(), redirects: [...redirects] };
      } finally {
        release();
      }
    },
    close: () => sender.close(),
  };
}
