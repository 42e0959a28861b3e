/** Finds requests for which the server always closes the connection: its handler may crash. One loss may be chance. */
import { type Exchange, exchangeOf } from "../model/exchange.ts";
import { noCredentials } from "./caller.ts";
import type { Outgoing, Send } from "./outgoing.ts";

/** In characters. A server may close the connection within a longer body: its size limit is not shown (§8). */
const maxBody = 64 * 1024;

const failure =
  "the connection was closed twice before a whole response came, while other requests were answered: does the handler crash?";

export class ClosedConnections {
  /** The requests for which the server always closes the connection. */
  readonly #known = new Set<string>();
  /** A read that the server answers, unless it is down. */
  #probe: Outgoing = { operation: "listProducts", caller: noCredentials };

  noteAnswered(outgoing: Outgoing, { isSuccess, request }: Exchange): void {
    if (isSuccess && request.method === "GET") this.#probe = { ...outgoing, ignoresBudget: true };
  }

  /**
   * Repeats the request of `lost` on its own connection, if the server answers another request. If the repetition is
   * lost, too, and the server still answers another request, resolves to the exchange with the reason `closed`. If a
   * read is answered this time, resolves to the response. Otherwise resolves to `lost`. Rejects only if the run is cut.
   */
  async examine(outgoing: Outgoing, lost: Exchange, send: Send): Promise<Exchange> {
    if (lost.request.body.length > maxBody) return lost;
    const key = keyOf(lost);
    if (this.#known.has(key)) return closed(lost);
    if (!(await this.#isOtherAnswered(send))) return lost;
    const repeated = await send({ ...outgoing, hasOwnConnection: true });
    if (repeated.response !== undefined) return repeated.request.method === "GET" ? repeated : lost;
    if (repeated.reason !== "lost" || !(await this.#isOtherAnswered(send))) return lost;
    this.#known.add(key);
    return closed(repeated);
  }

  async #isOtherAnswered(send: Send): Promise<boolean> {
    const { response } = await send({ ...this.#probe, hasOwnConnection: true });
    return response !== undefined;
  }
}

const closed = (lost: Exchange): Exchange => exchangeOf({ ...lost, reason: "closed", failure });

const keyOf = ({ request: { method, url, headers, body }, credential }: Exchange) =>
  JSON.stringify([method, url, headers, body, credential]);
