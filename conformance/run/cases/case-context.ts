/** The context of a case: actors for the target's credentials, the run's reads, and a place for its findings. */
import * as fc from "fast-check";
import type { OperationId } from "../../../spec/contract.ts";
import type { Actor, CaseContext, Parameters, Role } from "../../cases/case.ts";
import type { Caller } from "../../client/caller.ts";
import { unissuedId } from "../../generate/unissued-id.ts";
import { Skip } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Cast, callerInRole, missingRole, otherSessions, secondKeys } from "../discovery/roles.ts";
import type { Run } from "../run.ts";

export interface ContextOptions
  extends Pick<
    Run,
    "client" | "contract" | "target" | "seed" | "readOnly" | "progress" | "observations" | "notes" | "causedErrors"
  > {
  /** The case's id. */
  readonly id: string;
  readonly cast: Cast;
  readonly restores: Map<string, () => Promise<void>>;
  /** Responses to reads that were 2xx, shared by all cases of the run. */
  readonly reads: Map<string, Promise<Exchange>>;
  /** The values that cases share, by name: the first case that asks for one makes it. */
  readonly made: Map<string, Promise<unknown>>;
}

/** A context for one attempt at one case. `isFresh`: the case sends its reads again, even if the run has them. */
export function createContext(options: ContextOptions, isFresh: boolean): CaseContext {
  const { client, contract, seed, observations, notes, causedErrors } = options;
  const reader = createReader(options, isFresh);
  const actorOf = (caller: Caller): Actor => ({
    caller,
    send: async (operation, { causes, ...sending } = {}) => {
      const before = client.exchanges.length;
      try {
        return await client.send({ operation, caller, ...sending });
      } finally {
        // A run that was cut has not sent it.
        if (causes !== undefined && client.exchanges.length > before) causedErrors.push({ kind: causes, operation });
      }
    },
    read: (operation, parameters = {}) => reader(caller, operation, parameters),
  });
  return {
    as: (role) => actorOf(requireCaller(options.cast, role)),
    secondKeys: () => secondKeys(options.cast).map(actorOf),
    otherSessions: () => otherSessions(options.cast).map(actorOf),
    asCaller: actorOf,
    missing: (role) => missingRole(options.cast, role),
    operations: contract.operations,
    contract,
    seed,
    isReadOnly: options.readOnly,
    exchangesOf: (operation) =>
      client.exchanges
        .filter((exchange) => exchange.operation === operation)
        .flatMap((exchange) => {
          const caller = options.cast.callers.find(({ label }) => label === exchange.credential);
          return caller === undefined ? [] : [{ actor: actorOf(caller), exchange }];
        }),
    once: (name, make) => once(options.made, name, make),
    unissuedId: (like) => unissuedId(like, seed),
    sample: (items, count) => sample(items, count, seed),
    mark: `fpk-${seed.toString(36)}`,
    feedbackGraceMs: options.target.feedbackGraceSeconds * 1000,
    waitForWrite(ms, maxMs) {
      const seconds = options.target.feedbackGraceSeconds;
      const why = `at most, until what ${options.id} wrote is shown (feedbackGraceSeconds: ${seconds})`;
      options.progress?.waiting({ seconds: maxMs / 1000, why });
      return client.sleep(ms);
    },
    now: () => client.clock.now(),
    observe(clause, choice) {
      const isKnown = observations.some((observed) => observed.clause === clause && observed.choice === choice);
      if (!isKnown) observations.push({ clause, choice });
    },
    note: (text) => void (notes.includes(text) || notes.push(text)),
    restore(what, action) {
      if (!options.restores.has(what)) options.restores.set(what, action);
    },
  };
}

/** The key in `reads` of the response to a read. */
export const readKey = (credential: string, operation: OperationId | undefined, parameters: Parameters) =>
  JSON.stringify([credential, operation, parameters]);

/** Makes a named value once; again only if that failed. A name stands for one type. */
function once<T>(made: ContextOptions["made"], name: string, make: () => Promise<T>): Promise<T> {
  const known = made.get(name);
  if (known !== undefined) return known as Promise<T>;
  const value = make();
  made.set(name, value);
  value.catch(() => made.delete(name));
  return value;
}

type Reader = (caller: Caller, operation: OperationId, parameters: Parameters) => Promise<Exchange>;

/** Sends only reads that the run has not yet had answered with success. A fresh reader sends each read once more. */
function createReader({ client, reads }: ContextOptions, isFresh: boolean): Reader {
  const readAgain = new Set<string>();
  return (caller, operation, parameters) => {
    const key = readKey(caller.label, operation, parameters);
    const known = reads.get(key);
    if (known !== undefined && (!isFresh || readAgain.has(key))) return known;
    readAgain.add(key);
    const response = client.send({ operation, caller, parameters });
    reads.set(key, response);
    response.then(
      (exchange) => exchange.isSuccess || reads.delete(key),
      () => reads.delete(key),
    );
    return response;
  };
}

function requireCaller(cast: Cast, role: Role): Caller {
  const caller = callerInRole(cast, role);
  if (caller === undefined) throw new Skip(missingRole(cast, role));
  return caller;
}

function sample<T>(items: readonly T[], count: number, seed: number): readonly T[] {
  if (items.length <= count) return items;
  const indexes = fc.shuffledSubarray([...items.keys()], { minLength: count, maxLength: count });
  const [chosen] = fc.sample(indexes, { seed, numRuns: 1 });
  return items.filter((_, at) => chosen?.includes(at));
}
