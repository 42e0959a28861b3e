/** The one client: everything that the suite sends goes through it, within each organization's budget, and is kept. */
import type { Clock } from "../../clock.ts";
import type { Contract, OperationId } from "../../spec/contract.ts";
import { Unanswered } from "../model/check.ts";
import { type Exchange, type ExchangeRecord, exchangeOf, type HeaderList, type Intent } from "../model/exchange.ts";
import { remainingOf } from "../model/rate-limit-headers.ts";
import type { Target } from "../target-file/target.ts";
import { type Budget, createBudget } from "./budget.ts";
import type { Caller } from "./caller.ts";
import { createRecorder } from "./recorded.ts";
import type { Transport } from "./transport.ts";
import { untilCut } from "./until-cut.ts";

/** A request of one of the 18 operations. */
export interface Outgoing {
  readonly operation: OperationId;
  readonly caller: Caller;
  /** Values of the path parameters, unescaped. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, in place of `body`. */
  readonly rawBody?: string;
  /** What the body is labelled as; `application/json` by default. */
  readonly contentType?: string;
  /** What the request is meant to be; `valid` by default. */
  readonly intent?: Intent;
  /** May cross the limit: waits for no budget, and a 429 is an answer. */
  readonly isCrossing?: boolean;
  /** Puts things back as they were: goes out even when the run has been cut. */
  readonly isCleanup?: boolean;
}

export interface Client {
  /** Sends, once there is budget. Throws `Unanswered` on a 429, a lost connection, or when the run is cut. */
  send(outgoing: Outgoing): Promise<Exchange>;
  /** Sleeps on the run's clock. */
  sleep(ms: number): Promise<void>;
  /** Everything sent, in the order in which the answers came. */
  readonly exchanges: readonly Exchange[];
  readonly clock: Clock;
  /** Why the run was cut; undefined where nothing was kept from being sent. */
  readonly cutBy?: () => string | undefined;
  /** What `work` brings; throws `Cut` soon after the run is cut, whatever it waits for. */
  readonly untilCut?: <T>(work: Promise<T>) => Promise<T>;
}

export interface ClientOptions {
  readonly target: Target;
  readonly contract: Contract;
  readonly transport: Transport;
  readonly clock: Clock;
  /** The most requests of the run. */
  readonly maxRequests?: number;
  /** Cuts the run. */
  readonly signal?: AbortSignal;
  /** Writes (POST, PUT) are refused before they are sent. */
  readonly readOnly?: boolean;
  readonly onExchange?: (exchange: Exchange) => void;
  readonly onWait?: (ms: number, organization: string) => void;
}

/** The run was cut: by time, by the bound on requests, or by hand. */
export class Cut extends Unanswered {}

export function createClient(options: ClientOptions): Client {
  const { target, contract, transport, clock } = options;
  const exchanges: Exchange[] = [];
  const budgets = new Map<string, Budget>();
  const recorded = createRecorder(target.credentials);
  let sent = 0;
  let cutBy: string | undefined;

  /**
   * Requests without valid credentials may be counted by address, and an expired key's also by its organization. A
   * credential whose organization is not known has a budget of its own.
   */
  function budgetsOf(caller: Caller): readonly { readonly name: string; readonly budget: Budget }[] {
    const owner = caller.organization ?? (isServed(caller) ? `credential ${caller.label}` : undefined);
    const names = [...(owner === undefined ? [] : [owner]), ...(isServed(caller) ? [] : [""])];
    return names.map((name) => {
      const budget = budgets.get(name) ?? createBudget(target.rateLimit, clock, { tells: name !== "" });
      budgets.set(name, budget);
      return { name, budget };
    });
  }

  type Own = ReturnType<typeof budgetsOf>;

  /** Takes one request from each budget, for as long as it is under way. */
  function spend(own: Own) {
    sent += 1;
    return own.map(({ budget }) => ({ budget, flight: budget.spend() }));
  }

  /** Waits until every budget has room, and takes it in the same turn: nobody else may come between. */
  async function spendWhenFree(own: Own): Promise<ReturnType<typeof spend>> {
    for (;;) {
      throwIfCut();
      const [longest] = own.map(({ name, budget }) => ({ name, ms: budget.waitMs() })).sort((a, b) => b.ms - a.ms);
      if (longest === undefined || longest.ms <= 0) return spend(own);
      options.onWait?.(longest.ms, longest.name);
      await sleep(longest.ms + 10);
    }
  }

  async function sleep(ms: number): Promise<void> {
    try {
      await clock.sleep(ms, options.signal);
    } catch {
      throw cut();
    }
  }

  function cut(message?: string): Cut {
    const reason: unknown = options.signal?.reason;
    cutBy ??= message ?? (reason instanceof Error ? reason.message : "the run was cut");
    return new Cut(cutBy);
  }

  function throwIfCut(): void {
    if (options.signal?.aborted) throw cut();
    if (options.maxRequests !== undefined && sent >= options.maxRequests) {
      throw cut(`the run was cut at ${options.maxRequests} requests, as --max-requests says`);
    }
  }

  let stamped = Number.NEGATIVE_INFINITY;

  /** The clock's time, strictly rising: what came one after the other never shares a moment, also on a clock that stands still. */
  function stamp(): number {
    stamped = Math.max(clock.now(), stamped + 0.001);
    return stamped;
  }

  async function send(outgoing: Outgoing): Promise<Exchange> {
    const { caller } = outgoing;
    const operation = contract.operation(outgoing.operation);
    if (options.readOnly && operation.method !== "GET") throw new Error(`${operation.id} in a read-only run`);
    const request = requestOf(outgoing, target.baseUrl, operation.path, operation.method);
    const own = budgetsOf(caller);
    if (!outgoing.isCleanup) throwIfCut();
    const spent = outgoing.isCrossing || outgoing.isCleanup ? spend(own) : await spendWhenFree(own);

    const sentAt = stamp();
    const authorization: HeaderList =
      caller.authorization === undefined ? [] : [["authorization", caller.authorization]];
    const answer = await transport.send(
      {
        method: request.method,
        url: request.url,
        headers: [...request.headers, ...authorization],
        ...(operation.method === "GET" ? {} : { body: request.body }),
      },
      outgoing.isCleanup ? undefined : options.signal,
    );
    const receivedAt = stamp();
    const record: ExchangeRecord = {
      index: exchanges.length,
      operation: operation.id,
      intent: outgoing.intent ?? "valid",
      ...recorded(request, answer.response),
      ...(answer.failure === undefined ? {} : { failure: answer.failure }),
      ...(answer.reason === undefined ? {} : { reason: answer.reason }),
      kind: caller.kind,
      credential: caller.label,
      ...(caller.organization === undefined ? {} : { organization: caller.organization }),
      sentAt,
      receivedAt,
      ...(answer.redirects.length === 0 ? {} : { redirects: answer.redirects.length }),
    };
    const exchange = exchangeOf(record);
    exchanges.push(exchange);
    // Each redirect that was followed was a request of its own.
    for (const _ of answer.redirects) for (const { budget, flight } of spend(own)) budget.told(undefined, flight);
    // What a caller who is no longer valid is told need not be the organization's.
    const remaining = isServed(caller) ? remainingOf(exchange) : undefined;
    for (const { budget, flight } of spent) {
      if (exchange.status === 429) budget.exhausted(flight);
      else budget.told(remaining, flight);
    }
    options.onExchange?.(exchange);
    if (exchange.response === undefined) {
      if (options.signal?.aborted && !outgoing.isCleanup) throw cut();
      throw new Unanswered(`${request.method} ${exchange.request.url}: ${exchange.failure ?? "no answer"}`, exchange);
    }
    if (exchange.status === 429 && !outgoing.isCrossing) {
      throw new Unanswered(`${request.method} ${exchange.request.url} was answered 429`, exchange);
    }
    return exchange;
  }

  return {
    send,
    sleep,
    exchanges,
    clock,
    cutBy: () => cutBy,
    untilCut: (work) => untilCut(work, options.signal, cut),
  };
}

const isServed = ({ kind }: Caller) => kind === "api-key" || kind === "session";

function requestOf(outgoing: Outgoing, baseUrl: string, path: string, method: string): ExchangeRecord["request"] {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = outgoing.parameters?.[name];
    if (value === undefined) throw new Error(`${outgoing.operation} was sent without ${name}`);
    return encodeURIComponent(value);
  });
  const hasBody = outgoing.rawBody !== undefined || outgoing.body !== undefined;
  return {
    method,
    url: `${baseUrl}${filled}`,
    headers: hasBody ? [["content-type", outgoing.contentType ?? "application/json"]] : [],
    body: outgoing.rawBody ?? (outgoing.body === undefined ? "" : JSON.stringify(outgoing.body)),
  };
}
