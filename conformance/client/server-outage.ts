/** A server that has answered and accepts no connection any more: it may be restarting, or it is gone. */
import type { Exchange } from "../model/exchange.ts";

/** Why a run is cut where the server does not come back. */
export const serverIsGone = "the server went down during the run";

/** The pauses before a request is sent again, in milliseconds. */
const pausesMs = [100, 200, 400, 800, 1500, 2000];

/** The server is gone if it has answered nothing for so many milliseconds. Less than all pauses together. */
const goneAfterMs = 4000;

export class ServerOutage {
  readonly #gone = new AbortController();
  /** When the last response was received. Undefined if the server never answered. */
  #answeredAt: number | undefined;

  /** Aborted when the server has not come back. */
  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  /**
   * How many milliseconds to wait before a request is sent again that got no connection; `sent` is how often it was sent.
   * Undefined if it got one, if the server never answered, or after the last pause. The server is gone if it has not
   * answered other requests in the meantime either: it may refuse only some connections.
   */
  waitMs({ reason, response, sentAt, receivedAt }: Exchange, sent: number): number | undefined {
    if (response !== undefined) this.#answeredAt = receivedAt;
    if (reason !== "unreachable" || this.#answeredAt === undefined) return undefined;
    const pause = pausesMs[sent - 1];
    if (pause === undefined && sentAt - this.#answeredAt >= goneAfterMs) this.#gone.abort(new Error(serverIsGone));
    return pause;
  }
}
