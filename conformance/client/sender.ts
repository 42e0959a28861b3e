/** The two ways to send: over the network on the client's own connections, or through a given `fetch`. */
import { Agent, Client, type Dispatcher } from "undici";
import type { HeaderList } from "../model/exchange.ts";
import { WireFailure } from "./failure.ts";
import { withSocket } from "./sockets.ts";
import type { Sender, TransportOptions, WireRequest } from "./wire.ts";

/**
 * Sends over undici's agent. Its `fetch` is not used: on Deno its bodies never end when the connection does; and it
 * joins repeated headers and forbids some ports.
 */
export function overNetwork(options: TransportOptions, timeoutMs: number): Sender {
  const settings = {
    maxHeaderSize: 64 * 1024,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    connect: {
      timeout: Math.min(10_000, timeoutMs),
      rejectUnauthorized: options.insecure !== true,
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    },
  };
  const shared = new Agent(settings);
  const single = new WeakMap<object, Client>();
  function dispatcherFor({ hasOwnConnection, sharedConnection }: WireRequest, origin: string): Dispatcher {
    if (sharedConnection === undefined) return hasOwnConnection ? new Client(origin, settings) : shared;
    // An agent would open a second connection for a request that directly follows a response.
    const client = single.get(sharedConnection) ?? new Client(origin, settings);
    single.set(sharedConnection, client);
    return client;
  }
  const numbers = new WeakMap<object, number>();
  let count = 0;
  function numberOf(socket: object | undefined): number | undefined {
    if (socket === undefined) return undefined;
    if (!numbers.has(socket)) numbers.set(socket, ++count);
    return numbers.get(socket);
  }
  return {
    async send(wireRequest, signal) {
      const { method, url, headers, body, hasOwnConnection } = wireRequest;
      const { origin, pathname, search } = new URL(url);
      const fields = withDefaults(headers, [["accept-encoding", "gzip, deflate, br"]]);
      const dispatcher = dispatcherFor(wireRequest, origin);
      const { result, socket } = withSocket(() =>
        dispatcher.request({
          origin,
          path: pathname + search,
          method,
          headers: fields.flat(),
          body: body ?? null,
          signal,
          responseHeaders: "raw",
        }),
      );
      // The connection ends after the body has been read.
      if (hasOwnConnection) dispatcher.close().catch(() => {});
      const answer = await result;
      // A body that nobody reads fails, which does not matter here.
      answer.body.on("error", () => {});
      return {
        status: answer.statusCode,
        headers: pairs(answer.headers as unknown as readonly string[]),
        body: answer.body,
        isDecoded: false,
        connection: numberOf(socket()),
        discard: () => void answer.body.destroy(),
      };
    },
    close: () => shared.destroy(),
  };
}

/** Sends through `fetch`, which decodes the body. Follows no redirects. */
export function overFetch(fetch: typeof globalThis.fetch): Sender {
  return {
    async send({ method, url, headers, body }, signal) {
      const response = await fetch(url, {
        method,
        headers: withDefaults(headers, []).map(([name, value]) => [name, value]),
        redirect: "manual",
        signal,
        // As bytes: for a string, `fetch` would add a Content-Type.
        ...(body === undefined ? {} : { body: new Uint8Array(typeof body === "string" ? Buffer.from(body) : body) }),
      });
      if (response.status === 0) throw new WireFailure("protocol", "the answer has no status");
      return {
        status: response.status,
        headers: [...response.headers],
        body: response.body ?? nothing(),
        isDecoded: true,
        discard: () => void response.body?.cancel().catch(() => {}),
      };
    },
    close: async () => {},
  };
}

function withDefaults(given: HeaderList, further: HeaderList): HeaderList {
  const defaults: HeaderList = [["accept", "application/json"], ["user-agent", "fpk-conformance"], ...further];
  const names = new Set(given.map(([name]) => name.toLowerCase()));
  return [...defaults.filter(([name]) => !names.has(name)), ...given];
}

function pairs(flat: readonly string[]): HeaderList {
  return flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? ""] as const] : []));
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
