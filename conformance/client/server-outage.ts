/** A server that has answered, and then accepts no connection (it may be restarting, or it is gone) or answers nothing any more. */
import type { Exchange } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";

/** Why a run is cut where the server does not come back. */
export const serverIsGone = "the server went down during the run";

/** The pauses before a request is sent again, in milliseconds. */
const pausesMs = [100, 200, 400, 800, 1500, 2000];

/** The server is gone if it has answered nothing for so many milliseconds. Less than all pauses together. */
const goneAfterMs = 4000;

/** Begins the reason of a cut where requests time out. The rest names the last exchange that was answered. */
const serverIsSilent = "the server stopped answering";

/** The server is silent if requests of so many operations timed out within so many milliseconds or more, and none was answered. */
const minSilentOperations = 3;
const silentAfterMs = 60_000;

/** Whether the run was cut because the server does not answer any more. */
export const isServerLost = (cutBy: string | undefined) =>
  cutBy === serverIsGone || cutBy?.startsWith(serverIsSilent) === true;

export class ServerOutage {
  readonly #gone = new AbortController();
  /** The last exchange with a response. Undefined if the server never answered. */
  #answered: Exchange | undefined;
  /** The requests since then that timed out. */
  #timedOut: Exchange[] = [];

  /** Aborted when the server has not come back. */
  get signal(): AbortSignal {
    return this.#gone.signal;
  }

  /**
   * How many milliseconds to wait before a request is sent again that got no connection; `sent` is how often it was sent.
   * Undefined if it got one, if the server never answered, or after the last pause. The server is gone if it has not
   * answered other requests in the meantime either: it may refuse only some connections.
   */
  waitMs(exchange: Exchange, sent: number): number | undefined {
    const { reason, response, sentAt } = exchange;
    if (response !== undefined) {
      this.#answered = exchange;
      this.#timedOut = [];
    }
    if (reason === "timeout") this.#noteTimeout(exchange);
    if (reason !== "unreachable" || this.#answered === undefined) return undefined;
    const pause = pausesMs[sent - 1];
    if (pause === undefined && sentAt - this.#answered.receivedAt >= goneAfterMs)
      this.#gone.abort(new Error(serverIsGone));
    return pause;
  }

  #noteTimeout(exchange: Exchange): void {
    this.#timedOut.push(exchange);
    const [first = exchange] = this.#timedOut;
    const operations = new Set(this.#timedOut.map(({ operation }) => operation));
    if (this.#answered === undefined || operations.size < minSilentOperations) return;
    if (exchange.receivedAt - first.sentAt < silentAfterMs) return;
    const { request, status, index } = this.#answered;
    const last = `${request.method} ${pathOf(this.#answered)} → ${status} (exchange ${index})`;
    this.#gone.abort(
      new Error(
        `${serverIsSilent}: the last ${this.#timedOut.length} requests timed out; the last answer was that to ${last}`,
      ),
    );
  }
}
