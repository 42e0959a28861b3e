/** The context of a case, and how a case is defined: a file exports one `defineCase`, or several made by a loop. */
import type { Contract, Operation, OperationId } from "../../spec/contract.ts";
import type { Caller } from "../client/caller.ts";
import type { Outgoing } from "../client/outgoing.ts";
import type { ErrorKind } from "../generate/error-kinds.ts";
import type { Case, Needs } from "../model/check.ts";
import type { Exchange, HeaderList } from "../model/exchange.ts";

export { Mismatch, NotJudgeable, noActionNeeded, Skip } from "../model/check.ts";
export { isServerError } from "../model/exchange.ts";
export type { Exchange, HeaderList, Operation, OperationId };

/** The credential that a case uses; `needs` says which one the target must have. */
export type Role = NonNullable<Needs["credential"]>;

export type Parameters = Readonly<Record<string, string>>;

/** The parts of a request that a case chooses. */
export interface SendOptions
  extends Omit<Outgoing, "operation" | "caller" | "ignoresBudget" | "hasOwnConnection" | "sharedConnection"> {
  /** The kind of error that the request causes on purpose. The report lists the kinds and the operations. */
  readonly causes?: ErrorKind;
}

/** A caller that sends requests for a case. */
export interface Actor {
  readonly caller: Caller;
  /** Throws `NotJudgeable` if there is no response that can be judged. */
  send(operation: OperationId, options?: SendOptions): Promise<Exchange>;
  /** Sends a GET; or returns the response that the run already has. */
  read(operation: OperationId, parameters?: Parameters): Promise<Exchange>;
}

/** An exchange, and the actor that sent it. */
export interface ActorExchange {
  readonly actor: Actor;
  readonly exchange: Exchange;
}

export interface CaseContext {
  as(role: Role): Actor;
  /** All keys of the organization of the role `key`, without that key. The first has the role `second-key`. */
  secondKeys(): readonly Actor[];
  /** All sessions but that of the role `session`. */
  otherSessions(): readonly Actor[];
  /** An actor for a caller without valid credentials, or for one of another case. */
  asCaller(caller: Caller): Actor;
  /** The message of `Skip` if the target file has no such credential, or none that is served. */
  missing(role: Role): string;
  readonly operations: readonly Operation[];
  /** The contract, with the run's overlay if there is one. */
  readonly contract: Contract;
  /** Chooses samples; the same seed sends the same requests to the same target. */
  readonly seed: number;
  /** Neither POST nor PUT may be sent. */
  readonly isReadOnly: boolean;
  /** All exchanges of an operation with the target's credentials so far, of all cases and of crossing the limit. */
  exchangesOf(operation: OperationId): readonly ActorExchange[];
  /**
   * A value that the first case that needs it makes, and later cases share. It is made again only if making it failed.
   * `make` must not call `once` with the same name.
   */
  once<T>(name: string, make: () => Promise<T>): Promise<T>;
  /** An identifier of the same form that the target, as far as the run has seen, has not issued. */
  unissuedId(like: string | undefined): string;
  /** At most `count` of the items, chosen by the run's seed, in their original order. */
  sample<T>(items: readonly T[], count: number): readonly T[];
  /** Text that marks everything that this run creates. */
  readonly mark: string;
  readonly feedbackGraceMs: number;
  /** Waits `ms` for a write to be shown, as a part of a wait of at most `maxMs`, which is reported once. */
  waitForWrite(ms: number, maxMs: number): Promise<void>;
  now(): number;
  /** Records the target's choice at an open clause, if the exchanges alone do not show it. */
  observe(clause: string, choice: string): void;
  /** Adds a note to the report. */
  note(text: string): void;
  /** Calls `action` at the end of this half of the run, even if it is cut. For each `what` the first action counts. */
  restore(what: string, action: () => Promise<void>): void;
}

export type SuiteCase = Case<CaseContext>;

/** Gives an object literal the type of a case. */
export const defineCase = (definition: SuiteCase): SuiteCase => definition;

type EndpointCase = Omit<SuiteCase, "id" | "clause" | "run"> & { run(context: CaseContext): Promise<unknown> };

/** The case `answers.getMe` of the clause `endpoint.getMe`: the endpoint serves a caller who may call it. */
export const defineEndpointCase = (operation: OperationId, { run, ...endpoint }: EndpointCase): SuiteCase => ({
  ...endpoint,
  id: `answers.${operation}`,
  clause: `endpoint.${operation}`,
  async run(context) {
    await run(context);
  },
});
