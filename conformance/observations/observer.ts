/** What an observer is: it tells, of one open clause, what the exchanges of a run show that the target chose. It never judges. */
import type { RateLimit } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";

/** A choice that a case told, where its exchanges alone would not show it. */
export interface ObservedChoice {
  readonly clause: string;
  readonly choice: string;
}

/** What is known of the run besides its exchanges. */
export interface Facts {
  /** `null`: the target says that rate limiting is switched off. */
  readonly rateLimit: RateLimit | null;
  /** Of each API key its prefix, as §5.5 writes it; undefined for a key that has none. Nothing else of a key. */
  readonly keyPrefixes: readonly (string | undefined)[];
}

/** Empty `choices`: nothing was seen. */
export interface Observed {
  readonly choices: readonly string[];
  /** The choices as one text, where it is not simply all of them. */
  readonly choice?: string;
  /** How the target answered one thing in two ways under the same conditions, with the exchanges that show it. */
  readonly contradiction?: string;
}

/** Pure, and throws on no exchange. `unseen` says what would have shown it; `unobservable` why no exchange can. */
export type Observer =
  | {
      readonly clause: string;
      readonly unseen: string;
      observe(exchanges: readonly Exchange[], facts: Facts): Observed;
    }
  | { readonly clause: string; readonly unobservable: string };
