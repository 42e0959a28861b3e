/** An observer reads from the exchanges of a run what the target chose for one open clause. It never judges. */

import type { Exchange } from "../model/exchange.ts";
import type { RateLimit } from "../model/rate-limit.ts";

/** A choice that a case reported because its exchanges alone would not show it. */
export interface ReportedChoice {
  readonly clause: string;
  readonly choice: string;
}

/** What observers may know of a target besides its exchanges. */
export interface TargetProperties {
  /** `null`: the target says that rate limiting is switched off. */
  readonly rateLimit: RateLimit | null;
  /** The prefix of each API key (§5.5); undefined for a key without one. Observers see no other part of a key. */
  readonly keyPrefixes: readonly (string | undefined)[];
}

/** `choices` is empty where nothing was observed. */
export interface ObservedChoices {
  readonly choices: readonly string[];
  /** The choices as one text, where that is not simply all of them joined. */
  readonly choice?: string;
  /** The sentence that says how the target answered the same request in two ways, with the exchanges that show it. */
  readonly contradiction?: string | undefined;
}

/** Pure, and throws for no exchange. `unobserved` is the reason given where a run showed nothing; `unobservable` the reason why no run can. */
export type Observer =
  | {
      readonly clause: string;
      readonly unobserved: string;
      observe(exchanges: readonly Exchange[], properties: TargetProperties): ObservedChoices;
    }
  | { readonly clause: string; readonly unobservable: string };
