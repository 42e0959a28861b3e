/** Sends a request, and returns the response in bounded time and bytes. It knows no credentials. */
import type { HeaderList } from "../model/exchange.ts";
import { failureOf } from "./failure.ts";
import { readResponse } from "./read-response.ts";
import { maxRedirects, redirectTarget } from "./redirect.ts";
import { overFetch, overNetwork } from "./sender.ts";
import { maxBodyBytes, type Transport, type TransportOptions, type WireRequest } from "./wire.ts";
import { withinTime } from "./within-time.ts";

export type { Transport, TransportOptions, WireAnswer, WireRequest } from "./wire.ts";

/** The URL to which the request was sent again, and the headers of the response that said so. */
interface Redirect {
  readonly url: string;
  readonly headers: HeaderList;
}

/** A transport with its own connections, or with the given `sender` or `fetch`. */
export function createTransport(options: TransportOptions): Transport {
  const { clock, timeoutMs = 30_000, maxBytes = maxBodyBytes } = options;
  const sender = options.sender ?? (options.fetch ? overFetch(options.fetch) : overNetwork(options, timeoutMs));

  /** Adds the redirects that it follows to `followed`. */
  async function sendFollowing(request: WireRequest, followed: Redirect[], signal: AbortSignal) {
    const seen = new Set([request.url]);
    let url = request.url;
    for (;;) {
      const incoming = await sender.send({ ...request, url }, signal);
      const response = await readResponse(incoming, request.method, maxBytes);
      const next = redirectTarget(response, request.method, url);
      if (next === undefined || seen.has(next) || followed.length === maxRedirects)
        return { response, connection: incoming.connection };
      seen.add(next);
      followed.push({ url: next, headers: response.headers });
      url = next;
    }
  }

  return {
    async send(request, signal) {
      const release = clock.hold();
      const sentAt = clock.now();
      const followed: Redirect[] = [];
      const work = (stop: AbortSignal) => sendFollowing(request, followed, stop);
      try {
        const outcome = await withinTime(work, timeoutMs, signal).catch(failureOf);
        const redirects = followed.map(({ url }) => url);
        const redirectHeaders = followed.map(({ headers }) => headers);
        return { ...outcome, sentAt, receivedAt: clock.now(), redirects, redirectHeaders };
      } finally {
        release();
      }
    },
    close: () => sender.close(),
  };
}
