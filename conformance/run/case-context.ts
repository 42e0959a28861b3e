/** The context of a run: who is who among the target's credentials, what has been read, and what is known of the target. */

import { AsyncLocalStorage } from "node:async_hooks";
import * as fc from "fast-check";
import type { Contract, OperationId } from "../../spec/contract.ts";
import type { Actor, CaseContext, SendOptions } from "../cases/case.ts";
import type { Caller } from "../client/caller.ts";
import type { Client } from "../client/client.ts";
import { unknownLike } from "../generate/unissued-id.ts";
import type { Listed } from "../model/body.ts";
import { listedOf } from "../model/body.ts";
import { Skip } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { answerOf, pathOf } from "../model/response-text.ts";
import type { ReportedChoice } from "../observations/observer.ts";
import type { Target } from "../target-file/target.ts";
import { type Cast, callerInRole, missingRoleHint } from "./roles.ts";

export interface ContextOptions {
  readonly client: Client;
  readonly contract: Contract;
  readonly target: Target;
  readonly cast: Cast;
  readonly seed: number;
  readonly readOnly: boolean;
  readonly observations: ReportedChoice[];
  readonly notes: string[];
  readonly restores: (() => Promise<void>)[];
  /** Answers to reads that were 2xx, shared by all cases of the run. */
  readonly reads: Map<string, Promise<Exchange>>;
  /** What cases share by name. */
  readonly made: Map<string, Promise<unknown>>;
}

/** The names that are being made around whoever asks for one: to wait for one of them is to wait for oneself. */
const making = new AsyncLocalStorage<readonly string[]>();
let makings = 0;

/** While it is used every promise of the process is dearer, so it is switched off when nothing is made. */
function madeUnder<T>(names: readonly string[], make: () => Promise<T>): Promise<T> {
  makings += 1;
  return making.run(names, make).finally(() => {
    makings -= 1;
    if (makings === 0) making.disable();
  });
}

/** A context for one attempt at one case. `fresh`: sends reads again that the run already has. */
export function createContext(options: ContextOptions, fresh: boolean): CaseContext {
  const { client, contract, cast, reads } = options;
  const reRead = new Set<string>();

  function actorOf(caller: Caller): Actor {
    const send = (operation: OperationId, sending: SendOptions = {}) => client.send({ operation, caller, ...sending });
    return {
      caller,
      send,
      read(operation, parameters = {}) {
        const key = JSON.stringify([caller.label, operation, parameters]);
        const known = reads.get(key);
        if (known !== undefined && (!fresh || reRead.has(key))) return known;
        reRead.add(key);
        const answer = send(operation, { parameters });
        reads.set(key, answer);
        answer.then(
          (exchange) => exchange.isSuccess || reads.delete(key),
          () => reads.delete(key),
        );
        return answer;
      },
    };
  }

  async function list(actor: Actor, operation: OperationId, parameters: Readonly<Record<string, string>> = {}) {
    const exchange = await actor.read(operation, parameters);
    if (!exchange.isSuccess)
      throw new Skip(`${operation} to answer (it answered ${pathOf(exchange)} with ${answerOf(exchange)})`);
    return listedOf(exchange);
  }

  async function product(actor: Actor): Promise<Listed> {
    const [first] = await list(actor, "listProducts");
    if (first === undefined) throw new Skip(`a product in the organization of ${actor.caller.label}`);
    return first;
  }

  return {
    as(role) {
      const caller = callerInRole(cast, role);
      if (caller === undefined) throw new Skip(missingRoleHint[role]);
      return actorOf(caller);
    },
    asCaller: actorOf,
    operations: contract.operations,
    contract,
    seed: options.seed,
    isReadOnly: options.readOnly,
    list,
    product,
    async filled(actor, operation) {
      const first = await product(actor);
      const products = (await list(actor, "listProducts")).slice(0, 3);
      for (const candidate of products) {
        const exchange = await actor.read(operation, { productId: candidate.id });
        const items = listedOf(exchange);
        if (items.length > 0 || !exchange.isSuccess) return { product: candidate, items, exchange };
      }
      return { product: first, items: [], exchange: await actor.read(operation, { productId: first.id }) };
    },
    sent(operation) {
      const sent = client.exchanges.filter((exchange) => exchange.operation === operation);
      return sent.flatMap((exchange) => {
        const caller = cast.callers.find(({ label }) => label === exchange.credential);
        return caller === undefined ? [] : [{ actor: actorOf(caller), exchange }];
      });
    },
    once<T>(name: string, make: () => Promise<T>): Promise<T> {
      const around = making.getStore() ?? [];
      if (around.includes(name)) return Promise.reject(new Error(`"${name}" is asked for while it is made`));
      const known = options.made.get(name);
      // Under one name only one type is made.
      if (known !== undefined) return known as Promise<T>;
      const made = madeUnder([...around, name], make);
      options.made.set(name, made);
      made.catch(() => options.made.delete(name));
      return made;
    },
    unknownLike: (id) => unknownLike(id, options.seed),
    sample(items, count) {
      if (items.length <= count) return items;
      const arbitrary = fc.shuffledSubarray([...items.keys()], { minLength: count, maxLength: count });
      const [chosen] = fc.sample(arbitrary, { seed: options.seed, numRuns: 1 });
      return items.filter((_, at) => chosen?.includes(at));
    },
    mark: `fpk-${options.seed.toString(36)}`,
    feedbackGraceMs: options.target.feedbackGraceSeconds * 1000,
    sleep: client.sleep,
    now: () => client.clock.now(),
    observe(clause, choice) {
      const isKnown = options.observations.some((one) => one.clause === clause && one.choice === choice);
      if (!isKnown) options.observations.push({ clause, choice });
    },
    note: (text) => void (options.notes.includes(text) || options.notes.push(text)),
    restore: (action) => void options.restores.push(action),
  };
}
