/** The one client of the suite: it sends every request within the organization's budget, and records it. */
import type { Clock } from "../../clock.ts";
import type { Contract } from "../../spec/contract.ts";
import { NotJudgeable } from "../model/check.ts";
import { type Exchange, type ExchangeRequest, exchangeOf, isOverloaded } from "../model/exchange.ts";
import { missingIn } from "../model/rate-limit-headers.ts";
import type { Secret } from "../redaction/redactor.ts";
import type { Target } from "../target-file/target.ts";
import { Budgets, type Spent, type Wait } from "./budgets.ts";
import type { Caller } from "./caller.ts";
import { ClosedConnections } from "./closed-connections.ts";
import type { Outgoing, Send } from "./outgoing.ts";
import { Overload } from "./overload.ts";
import { createRecorder } from "./recorder.ts";
import { isRead, requestOf } from "./request-of.ts";
import { ServerOutage } from "./server-outage.ts";
import type { Transport } from "./transport.ts";
import { UnreadBodies } from "./unread-bodies.ts";
import { untilCut } from "./until-cut.ts";

export type { Outgoing } from "./outgoing.ts";

export interface Client {
  /** Sends when there is budget. Throws `NotJudgeable` (429, 503 with Retry-After, lost connection) or `Cut`. */
  readonly send: Send;
  /** The caller's next request would be sent without a wait, and would not cut the run. */
  readonly hasRoom: (caller: Caller) => boolean;
  readonly sleep: (ms: number) => Promise<void>;
  /** All exchanges, in the order in which the responses came. */
  readonly exchanges: readonly Exchange[];
  readonly clock: Clock;
  /** Why the run was stopped; undefined if everything was sent. */
  readonly cutBy: () => string | undefined;
  /**
   * The previous exchange on the connection of this one, if the server did not read its body and took the rest for the
   * beginning of this request. Sends requests to find out.
   */
  readonly examineConnection: (exchange: Exchange) => Promise<Exchange | undefined>;
  /** The results of `examineConnection`. Key: the index of the examined exchange. */
  readonly unreadBefore: ReadonlyMap<number, Exchange>;
  /** The result of `work`. Throws `Cut` soon after the run is cut, even while `work` waits. */
  readonly untilCut: <T>(work: Promise<T>) => Promise<T>;
}

export interface ClientOptions {
  readonly target: Target;
  readonly contract: Contract;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly maxRequests?: number | undefined;
  readonly signal?: AbortSignal;
  /** POST and PUT are rejected before they are sent. */
  readonly readOnly?: boolean;
  /**
   * Repeats a request whose connection was lost. If that recurs each time, `send` resolves, with the reason `closed`.
   */
  readonly repeatsLost?: boolean;
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called with the secrets that a response issues, before its exchange. */
  readonly onSecrets?: ((secrets: readonly Secret[]) => void) | undefined;
  readonly onWait?: (wait: Wait) => void;
}

/** The run was cut: by time, by the maximum number of requests, by the user, or because the server is gone. */
export class Cut extends NotJudgeable {}

export const createClient = (options: ClientOptions): Client => new RunClient(options);

/** How often a request is sent again to an overloaded server. */
const maxOverloadRetries = 2;

/** Its methods are properties, so that `{ ...client, send }` has them. */
class RunClient implements Client {
  readonly exchanges: Exchange[] = [];
  readonly clock: Clock;
  #cutReason: string | undefined;
  readonly #options: ClientOptions;
  readonly #budgets: Budgets;
  readonly #record: ReturnType<typeof createRecorder>;
  readonly #closedConnections = new ClosedConnections();
  readonly #overload = new Overload();
  readonly #outage = new ServerOutage();
  readonly #signal: AbortSignal;
  readonly #unread = new UnreadBodies();
  #lastStamp = Number.NEGATIVE_INFINITY;

  constructor(options: ClientOptions) {
    this.clock = options.clock;
    this.#options = options;
    this.#budgets = new Budgets(options.target, options.clock);
    const { signal } = options;
    this.#signal = AbortSignal.any([this.#outage.signal, ...(signal === undefined ? [] : [signal])]);
    this.#record = createRecorder(options.target.credentials, options.onSecrets);
  }

  readonly send: Send = async (outgoing) => {
    const first = await this.#sendWithRetries(outgoing);
    const { repeatsLost } = this.#options;
    const isExamined = repeatsLost && first.reason === "lost" && !this.#signal.aborted && !outgoing.isCleanup;
    const exchange = isExamined ? await this.#closedConnections.examine(outgoing, first, this.#sendOnce) : first;
    if (exchange.reason === "closed") this.exchanges[exchange.index] = exchange;
    else this.#throwIfUnanswered(outgoing, exchange);
    if (repeatsLost) this.#closedConnections.noteAnswered(outgoing, exchange);
    return exchange;
  };

  /** Sends again while the server accepts no connection (`server-outage.ts`), or says 503 with Retry-After (`overload.ts`). */
  async #sendWithRetries(outgoing: Outgoing): Promise<Exchange> {
    for (let sent = 1; ; sent += 1) {
      const exchange = await this.#sendOnce(outgoing);
      const outageMs = outgoing.isCleanup ? undefined : this.#outage.waitMs(exchange, sent);
      const waitMs = outageMs ?? this.#overloadWaitMs(outgoing, exchange, sent);
      if (waitMs === undefined) return exchange;
      await (outgoing.isCleanup ? this.clock.sleep(waitMs) : this.sleep(waitMs));
    }
  }

  /** Requests that cross the limit are not repeated: a 503 may be the limiter's answer. */
  #overloadWaitMs({ ignoresBudget }: Outgoing, exchange: Exchange, sent: number): number | undefined {
    if (!isOverloaded(exchange) || ignoresBudget || sent > maxOverloadRetries) return undefined;
    return this.#overload.waitMs(exchange, this.clock);
  }

  readonly #sendOnce: Send = async (outgoing) => {
    const { contract, readOnly, onExchange } = this.#options;
    const { kind, label, organization } = outgoing.caller;
    const operation = contract.operation(outgoing.operation);
    const request = requestOf(outgoing, operation, this.#options.target.baseUrl);
    if (readOnly && !isRead(request.method)) throw new Error(`${request.method} in a read-only run`);
    const spent = await this.#spend(outgoing);
    const { sentAt, receivedAt, answer } = await this.#transmit(outgoing, request);
    const exchange = exchangeOf({
      index: this.exchanges.length,
      operation: outgoing.undeclared === undefined ? operation.id : undefined,
      intent: outgoing.intent ?? "valid",
      ...this.#record(request, answer.response),
      failure: answer.failure,
      reason: answer.reason,
      kind,
      credential: label,
      ...(organization === undefined ? {} : { organization }),
      sentAt,
      receivedAt,
      ...(answer.connection === undefined ? {} : { connection: answer.connection }),
      redirects: answer.redirects.length || undefined,
      redirectLacks: answer.redirectHeaders?.map(missingIn).find((missing) => missing.length > 0),
    });
    this.exchanges.push(exchange);
    this.#unread.note(outgoing, exchange);
    this.#budgets.settle(outgoing.caller, spent, exchange);
    onExchange?.(exchange);
    return exchange;
  };

  readonly hasRoom = (caller: Caller) => {
    const isCut = this.#signal.aborted || this.#hasSentAll();
    return !isCut && this.#budgets.longestWait(caller).ms <= 0;
  };

  readonly sleep = async (ms: number): Promise<void> => {
    try {
      await this.clock.sleep(ms, this.#signal);
    } catch {
      throw this.#cut();
    }
  };

  readonly cutBy = () => this.#cutReason;

  readonly examineConnection = (exchange: Exchange) => this.#unread.examine(exchange, this.#sendOnce);

  readonly unreadBefore = this.#unread.found;

  readonly untilCut = <T>(work: Promise<T>) => untilCut(work, this.#signal, () => this.#cut());

  #cut(message?: string): Cut {
    const reason: unknown = this.#signal.reason;
    this.#cutReason ??= message ?? (reason instanceof Error ? reason.message : "the run was stopped");
    return new Cut(this.#cutReason);
  }

  /** Takes a request from each budget of the caller. Waits for room in all, unless the request ignores budgets. */
  async #spend({ caller, ignoresBudget, isCleanup }: Outgoing): Promise<readonly Spent[]> {
    while (!isCleanup) {
      this.#throwIfCut();
      const wait = this.#budgets.longestWait(caller);
      if (ignoresBudget || wait.ms <= 0) break;
      this.#options.onWait?.(wait);
      await this.sleep(wait.ms + 10);
    }
    return this.#budgets.spend(caller);
  }

  async #transmit(
    { caller, isCleanup, hasOwnConnection, sharedConnection }: Outgoing,
    { method, url, headers, body }: ExchangeRequest,
  ) {
    const sentAt = this.#stamp();
    const answer = await this.#options.transport.send(
      {
        method,
        url,
        headers: caller.authorization === undefined ? headers : [...headers, ["authorization", caller.authorization]],
        ...(isRead(method) ? {} : { body }),
        ...(hasOwnConnection || (sharedConnection === undefined && this.#unread.isSeen && body !== "")
          ? { hasOwnConnection: true }
          : {}),
        ...(sharedConnection === undefined ? {} : { sharedConnection }),
      },
      isCleanup ? undefined : this.#signal,
    );
    return { sentAt, receivedAt: this.#stamp(), answer };
  }

  #throwIfUnanswered({ isCleanup, ignoresBudget }: Outgoing, exchange: Exchange): void {
    const { method, url } = exchange.request;
    if (exchange.response === undefined) {
      if (this.#signal.aborted && !isCleanup) throw this.#cut();
      throw new NotJudgeable(`${method} ${url}: ${exchange.failure ?? "no answer"}`, exchange);
    }
    if (ignoresBudget) return;
    if (exchange.status === 429) throw new NotJudgeable(`${method} ${url} was answered 429`, exchange);
    if (isOverloaded(exchange)) throw new NotJudgeable(`${method} ${url} was answered 503 with Retry-After`, exchange);
  }

  #throwIfCut(): void {
    if (this.#signal.aborted) throw this.#cut();
    if (this.#hasSentAll())
      throw this.#cut(`the run was stopped at ${this.#options.maxRequests} requests, as --max-requests says`);
  }

  /** All requests that the run may send were sent. */
  #hasSentAll(): boolean {
    return this.#budgets.spentTotal >= (this.#options.maxRequests ?? Number.POSITIVE_INFINITY);
  }

  /** The clock's time, strictly rising: two events never have the same time, even if the clock stands still. */
  #stamp(): number {
    this.#lastStamp = Math.max(this.clock.now(), this.#lastStamp + 0.001);
    return this.#lastStamp;
  }
}
