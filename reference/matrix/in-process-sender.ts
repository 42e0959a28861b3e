/** Sends the suite's requests to a reference of the same process, which takes less processor time than a socket does. */
import type { Sender } from "../../conformance/index.ts";
import type { RunningReference } from "../start.ts";

/** The header fields that the suite adds to each request over the network. */
const defaults = {
  accept: "application/json",
  "user-agent": "fpk-conformance",
  "accept-encoding": "gzip, deflate, br",
};

/** Sets `needs.socket` if a request or its response needs a socket. Then the run shows nothing. */
export function inProcessSender({ answer }: Pick<RunningReference, "answer">, needs: { socket: boolean }): Sender {
  return {
    async send({ method, url, headers, body }) {
      // Requests that are sent concurrently come before the first of their responses, as over the network.
      await new Promise(setImmediate);
      const { pathname, search } = new URL(url);
      const fields = Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
      const isRepeated = Object.keys(fields).length < headers.length;
      const request = {
        method,
        target: pathname + search,
        headers: { ...defaults, ...fields },
        body: body === undefined ? undefined : Buffer.from(body),
      };
      const received = isRepeated ? undefined : await answer(request);
      if (received === undefined) {
        needs.socket = true;
        throw new Error("only a socket shows the response");
      }
      return { ...received, body: chunksOf(received.body), isDecoded: false, discard: () => {} };
    },
    close: async () => {},
  };
}

async function* chunksOf(body: Buffer): AsyncGenerator<Uint8Array> {
  if (body.length > 0) yield body;
}
