/** The form of every rule of the gate, and of what it finds. Rules are listed in tables; the first one that applies judges a change. */
import type { Tokens } from "../../../cli/json-pointer.ts";
import type { ContractPlace } from "./contract-place.ts";
import type { Effects } from "./effects.ts";

export interface Rule<Change> {
  /** Such as `parameter.added`. */
  readonly id: string | ((change: Change) => string);
  readonly applies: (change: Change) => boolean;
  /** As for a request that a client sends: `judgedChange` swaps clients and implementers for webhooks and callbacks. */
  readonly effects: Effects | ((change: Change) => Effects);
  /** What happened: a sentence, or, inside a schema, the end of one. */
  readonly text: string | ((change: Change) => string);
}

export interface Judgement {
  readonly rule: string;
  readonly effects: Effects;
  readonly text: string;
}

/** A single change as it was judged, before changes with the same text are reported together. */
export interface JudgedChange extends Judgement {
  readonly place: ContractPlace;
  /** The `operationId`, or `GET /v1/products`; undefined for what concerns the whole document. */
  readonly operation: string | undefined;
  /** Within a schema: the names of the properties that contain the change, the outermost first. */
  readonly properties?: readonly string[];
  /** The nearest place around it that both contracts have, if below it another schema stands, or is referred to, than in BASE. */
  readonly replacedIn?: Tokens;
  /** Where else messages begin in which the same schemas changed in the same way. */
  readonly alsoFrom?: readonly Tokens[];
  /** The place in each normal form; absent if it does not exist. */
  readonly base?: Tokens;
  readonly head?: Tokens;
}

/** The values in BASE and in HEAD; undefined if there is none. */
export interface Values {
  readonly before: unknown;
  readonly after: unknown;
}

export const isAdded = ({ before }: Values) => before === undefined;
export const isRemoved = ({ after }: Values) => after === undefined;

/** The judgement of the first rule that applies; the last rule of every table applies to any change. */
export function judgeBy<Change>(rules: readonly Rule<Change>[], change: Change): Judgement {
  const rule = rules.find(({ applies }) => applies(change));
  if (rule === undefined) throw new Error("no rule applies to a change");
  const { id, effects, text } = rule;
  return {
    rule: typeof id === "function" ? id(change) : id,
    effects: typeof effects === "function" ? effects(change) : effects,
    text: typeof text === "function" ? text(change) : text,
  };
}
