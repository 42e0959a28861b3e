/** The form of every rule of the gate. Rules are listed in tables; the first one that applies judges a change. */
import type { Effects } from "./change.ts";

export interface Rule<Change> {
  /** Such as `parameter.added`; `{keyword}` stands for the schema keyword that changed. */
  readonly id: string;
  readonly applies: (change: Change) => boolean;
  readonly effects: Effects | ((change: Change) => Effects);
  /** What happened: a sentence, or, inside a schema, the end of one. */
  readonly text: string | ((change: Change) => string);
}

export interface Judgement {
  readonly rule: string;
  readonly effects: Effects;
  readonly text: string;
}

export interface Values {
  /** In BASE; undefined where there is none. */
  readonly before: unknown;
  /** In HEAD. */
  readonly after: unknown;
}

export const isAdded = ({ before }: Values) => before === undefined;
export const isRemoved = ({ after }: Values) => after === undefined;

/** The judgement of the first rule that applies; undefined where none does. */
export function judgeBy<Change extends object>(rules: readonly Rule<Change>[], change: Change): Judgement | undefined {
  const rule = rules.find(({ applies }) => applies(change));
  if (rule === undefined) return undefined;
  const { id, effects, text } = rule;
  return {
    rule: "keyword" in change ? id.replace("{keyword}", String(change.keyword)) : id,
    effects: typeof effects === "function" ? effects(change) : effects,
    text: typeof text === "function" ? text(change) : text,
  };
}
