/** A server that has answered and accepts no connection any more: it may be restarting, or it is gone. */
import type { Exchange } from "../model/exchange.ts";

/** Why a run is cut where the server does not come back. */
export const serverIsGone = "the server went down during the run";

/** The pauses before a request is sent again, in milliseconds: about 5 s in all. */
const pausesMs = [100, 200, 400, 800, 1500, 2000];

export class ServerOutage {
  readonly #gone = new AbortController();
  #hasAnswered = false;

  /** Aborted when the server has not come back. */
  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  /**
   * How many milliseconds to wait before a request is sent again that no server received; `sent` is how often it was. Undefined where it
   * was received, where the server never answered, and where it has not come back.
   */
  waitMs({ reason, response }: Exchange, sent: number): number | undefined {
    this.#hasAnswered ||= response !== undefined;
    if (reason !== "unreachable" || !this.#hasAnswered) return undefined;
    const pause = pausesMs[sent - 1];
    if (pause === undefined) this.#gone.abort(new Error(serverIsGone));
    return pause;
  }
}
