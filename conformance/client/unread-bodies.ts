/**
 * Finds requests whose body the server does not read: it answers early, keeps the connection, and takes the body for
 * the beginning of the next request. HTTP requires the server to read the body or to close the connection (RFC 9112,
 * 9.3).
 */
import { NotJudgeable } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Outgoing, Send } from "./outgoing.ts";

/** After this many examined requests whose bodies were read, no more are examined, since each costs three requests or more. */
const maxFutile = 3;

interface Sent {
  readonly outgoing: Outgoing;
  readonly exchange: Exchange;
}

export class UnreadBodies {
  /** Key: the index of an exchange that was answered for an unread body. Value: the exchange with that body. */
  readonly found = new Map<number, Exchange>();
  /** Key: the index of an exchange. Value: the previous request on its connection. */
  readonly #before = new Map<number, Sent>();
  readonly #lastOn = new Map<number, Sent>();
  /** For each kind of request: whether its body is left unread. */
  readonly #known = new Map<string, boolean>();
  #read: Outgoing | undefined;

  /**
   * True if an unread body was found. Then each request with a body needs its own connection, since the response to the
   * next request there could not be judged.
   */
  get isSeen(): boolean {
    return this.found.size > 0;
  }

  /** To be called with each exchange, in the order in which the responses came. */
  note(outgoing: Outgoing, exchange: Exchange): void {
    const { index, connection, isSuccess, request } = exchange;
    if (isSuccess && request.method === "GET") this.#read = outgoing;
    if (connection === undefined) return;
    const before = this.#lastOn.get(connection);
    if (before !== undefined) this.#before.set(index, before);
    this.#lastOn.set(connection, { outgoing, exchange });
  }

  /** Adds to `found`, and resolves to what it added. `send` throws only if the run is cut. */
  async examine(exchange: Exchange, send: Send): Promise<Exchange | undefined> {
    const before = this.#before.get(exchange.index);
    if (before === undefined || !isRejectedWithBody(before.exchange)) return undefined;
    if (exchange.isSuccess || isAnsweredLike(exchange, before.exchange)) return undefined;
    // If the previous exchange was itself answered for an earlier body, that body caused both.
    const earlier = await this.examine(before.exchange, send);
    const cause = earlier ?? ((await this.#isLeftUnread(before, send)) ? before.exchange : undefined);
    if (cause !== undefined) this.found.set(exchange.index, cause);
    return cause;
  }

  async #isLeftUnread(sent: Sent, send: Send): Promise<boolean> {
    const { operation, status, kind } = sent.exchange;
    const key = [operation, status, kind].join(" ");
    const isExamined =
      this.#known.has(key) || [...this.#known.values()].filter((isUnread) => !isUnread).length >= maxFutile;
    if (!isExamined) await this.#tryTwice(sent, send).then((isUnread) => this.#known.set(key, isUnread), ignoreCut);
    return this.#known.get(key) === true;
  }

  /** A server that is overloaded for a moment rejects any request, also the one after a body that it has read. */
  async #tryTwice(sent: Sent, send: Send): Promise<boolean> {
    return (await this.#tryOut(sent, send)) && (await this.#tryOut(sent, send));
  }

  /** Sends a read before and after the request, on one connection. True if only the first one is served. */
  async #tryOut({ outgoing, exchange }: Sent, send: Send): Promise<boolean> {
    if (this.#read === undefined) return false;
    const shared = { sharedConnection: {}, hasOwnConnection: false, ignoresBudget: true };
    const read = { ...this.#read, ...shared };
    const before = await send(read);
    const repeated = await send({ ...outgoing, ...shared });
    const after = await send({ ...read, hasOwnConnection: true });
    const isKept = [before, repeated, after].every(
      ({ connection }) => connection !== undefined && connection === before.connection,
    );
    const isChanged = before.isSuccess && after.status !== before.status && after.status !== 429;
    return isKept && repeated.status === exchange.status && isChanged;
  }
}

/** Only a rejected request may be sent again, since it changed nothing. */
const isRejectedWithBody = ({ status, request }: Exchange) => status >= 400 && status !== 429 && request.body !== "";

/** The same request was rejected in the same way before, so no body came in between. */
const isAnsweredLike = (exchange: Exchange, before: Exchange) =>
  exchange.operation === before.operation && exchange.status === before.status;

function ignoreCut(error: unknown): void {
  if (!(error instanceof NotJudgeable)) throw error;
}
