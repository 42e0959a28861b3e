/** What a case is given, and how one is written down: a case file exports one `defineCase`, or a family of them made by a loop. */
import type { Contract, Operation, OperationId } from "../../spec/contract.ts";
import type { Caller } from "../client/caller.ts";
import type { Outgoing } from "../client/outgoing.ts";
import type { ErrorKind } from "../generate/error-kinds.ts";
import type { Case, Needs } from "../model/check.ts";
import type { Exchange, HeaderList } from "../model/exchange.ts";

export { Mismatch, Skip, Unanswered } from "../model/check.ts";
export { isServerError } from "../model/exchange.ts";
export type { Exchange, HeaderList, Operation, OperationId };

/** The credential that a case acts as; `needs` says which the target must have. */
export type Role = NonNullable<Needs["credential"]>;

export type Parameters = Readonly<Record<string, string>>;

/** What a case chooses of a request; who sends it, and on which connection, is not its choice. */
export interface SendOptions
  extends Omit<Outgoing, "operation" | "caller" | "ignoresBudget" | "hasOwnConnection" | "connection"> {
  /** The kind of error that the request is to cause: the report says which were tried on which operations. */
  readonly causes?: ErrorKind;
}

/** A caller that sends requests for a case. */
export interface Actor {
  readonly caller: Caller;
  /** Throws `Unanswered` if there is no response that can be judged. */
  send(operation: OperationId, options?: SendOptions): Promise<Exchange>;
  /** A GET; the response that the run already has, if it has one. */
  read(operation: OperationId, parameters?: Parameters): Promise<Exchange>;
}

/** An exchange, and who sent its request. */
export interface ActorExchange {
  readonly actor: Actor;
  readonly exchange: Exchange;
}

export interface CaseContext {
  as(role: Role): Actor;
  /** A caller without valid credentials, or one that another case acted as. */
  asCaller(caller: Caller): Actor;
  /** The message for `Skip` if the target file has no such credential, or none that is served. */
  missing(role: Role): string;
  readonly operations: readonly Operation[];
  /** With the overlay of the run, if it has one. */
  readonly contract: Contract;
  /** Chooses samples; the same seed sends the same requests to the same target. */
  readonly seed: number;
  /** Neither POST nor PUT is to be sent. */
  readonly isReadOnly: boolean;
  /** All exchanges of an operation with the target's credentials so far: of every case, and of the crossing of the limit. */
  exchangesOf(operation: OperationId): readonly ActorExchange[];
  /** A value that several cases use and the first of them makes; made again only if making it failed. `make` must not ask for the same name. */
  once<T>(name: string, make: () => Promise<T>): Promise<T>;
  /** An identifier of the same form that the target has not issued, as far as the run has seen. */
  unissuedId(like: string | undefined): string;
  /** At most `count` of the items, chosen by the run's seed, in their order. */
  sample<T>(items: readonly T[], count: number): readonly T[];
  /** Text that marks what this run creates; the same all through the run. */
  readonly mark: string;
  readonly feedbackGraceMs: number;
  /** Waits `ms` for what was written to be shown, as part of a wait of at most `maxMs`, which is reported as one. */
  waitForWrite(ms: number, maxMs: number): Promise<void>;
  now(): number;
  /** Records what the target chose at an open clause, if the exchanges alone would not show it. */
  observe(clause: string, choice: string): void;
  /** Adds a note to the report. */
  note(text: string): void;
  /** `action` is called when the run ends, however it ends. */
  restore(action: () => Promise<void>): void;
}

export type SuiteCase = Case<CaseContext>;

/** Gives an object literal the type of a case. */
export const defineCase = (definition: SuiteCase): SuiteCase => definition;

type EndpointCase = Omit<SuiteCase, "id" | "clause" | "run"> & { run(context: CaseContext): Promise<unknown> };

/** The case `answers.getMe` of the clause `endpoint.getMe`: the endpoint answers a caller who may call it. */
export const defineEndpointCase = (operation: OperationId, { run, ...endpoint }: EndpointCase): SuiteCase => ({
  ...endpoint,
  id: `answers.${operation}`,
  clause: `endpoint.${operation}`,
  async run(context) {
    await run(context);
  },
});
