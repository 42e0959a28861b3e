/** An observer finds the target's choice for one open clause in the exchanges of a run. It never judges. */
import type { Exchange } from "../model/exchange.ts";
import type { RateLimit } from "../model/rate-limit.ts";

/** A choice that a case reported because the exchanges alone do not show it. */
export interface ReportedChoice {
  readonly clause: string;
  readonly choice: string;
}

/** What observers know of a target in addition to its exchanges. */
export interface TargetProperties {
  /** `null`: the target file says that rate limiting is switched off. */
  readonly rateLimit: RateLimit | null;
  /** The prefix of each API key (§5.5); undefined for a key without one. Observers see no other part of a key. */
  readonly keyPrefixes: readonly (string | undefined)[];
}

/** `choices` is empty if nothing was observed. */
export interface ObservedChoices {
  readonly choices: readonly string[];
  /** The choices as one text, if it is not simply the joined list. */
  readonly choice?: string;
  /** A sentence about two different responses to the same request, with their exchanges. */
  readonly contradiction?: string | undefined;
}

/** Pure; does not throw for any exchange. `unobserved`: why a run showed nothing. `unobservable`: why no run can. */
export type Observer =
  | {
      readonly clause: string;
      readonly unobserved: string;
      observe(exchanges: readonly Exchange[], properties: TargetProperties): ObservedChoices;
    }
  | { readonly clause: string; readonly unobservable: string };
