/** What a case is given, and how one is written down. A case file is its folder's shape: one section, one or more `defineCase`. */

import type { Contract, Operation, OperationId } from "../../spec/contract.ts";
import type { Caller } from "../client/caller.ts";
import type { Listed } from "../model/body.ts";
import type { Case } from "../model/check.ts";
import type { Exchange, Intent } from "../model/exchange.ts";

/** Whom a case acts as; `needs` says which of them must be there. */
export type Role = "key" | "second-key" | "session" | "expired" | "denied" | "other-organization";

export interface SendOptions {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly rawBody?: string;
  /** What the body is labelled as; `application/json` by default. */
  readonly contentType?: string;
  readonly intent?: Intent;
  readonly isCleanup?: boolean;
}

/** Somebody who sends requests. */
export interface Actor {
  readonly caller: Caller;
  /** Throws `Unanswered` where no answer came that could be judged. */
  send(operation: OperationId, options?: SendOptions): Promise<Exchange>;
  /** A GET whose answer this run may already have; sent only where it has not. */
  read(operation: OperationId, parameters?: Readonly<Record<string, string>>): Promise<Exchange>;
}

/** What an actor has sent. */
export interface Sent {
  readonly actor: Actor;
  readonly exchange: Exchange;
}

export interface CaseContext {
  as(role: Role): Actor;
  /** One who presents no valid credentials. */
  asCaller(caller: Caller): Actor;
  readonly operations: readonly Operation[];
  /** With the overlay of the run, if it has one. */
  readonly contract: Contract;
  /** Chooses samples; the same seed sends the same requests to the same target. */
  readonly seed: number;
  /** Writes are not to be sent. */
  readonly isReadOnly: boolean;
  /** The items of a list; throws `Skip` where the list does not answer. */
  list(actor: Actor, operation: OperationId, parameters?: Readonly<Record<string, string>>): Promise<readonly Listed[]>;
  /** A product of the actor's organization; throws `Skip` where there is none. */
  product(actor: Actor): Promise<Listed>;
  /** The first product (of at most three) for which the list is not empty, and its items; else the first and no items. */
  filled(
    actor: Actor,
    operation: OperationId,
  ): Promise<{ readonly product: Listed; readonly items: readonly Listed[]; readonly exchange: Exchange }>;
  /** What credentials of the target have sent of an operation so far, in whatever case, and to cross the limit. */
  sent(operation: OperationId): readonly Sent[];
  /** What one case of the run makes and others use too; made again only where the making failed. Never within its own making. */
  once<T>(name: string, make: () => Promise<T>): Promise<T>;
  /** An identifier of the form of `id` that the target has not issued, as far as can be seen. */
  unknownLike(id: string | undefined): string;
  /** At most `count` of the items, chosen by the run's seed, in their order. */
  sample<T>(items: readonly T[], count: number): readonly T[];
  /** Text that marks what this run creates; the same all through the run. */
  readonly mark: string;
  /** Declared times. */
  readonly feedbackGraceMs: number;
  sleep(ms: number): Promise<void>;
  now(): number;
  /** What the target chose at an open clause, where the exchanges alone would not show it: observers see the rest. */
  observe(clause: string, choice: string): void;
  /** What the reader of the report should know. */
  note(text: string): void;
  /** To be done when the run ends, however it ends. */
  restore(action: () => Promise<void>): void;
}

export type SuiteCase = Case<CaseContext>;

/** Says of an object literal that it is a case. */
export const defineCase = (definition: SuiteCase): SuiteCase => definition;
