/** The versioned report of a run; `report.schema.json` is its published schema, `schemaVersion` its version. */
import type { Level } from "../../spec/level.ts";
import type { ExchangeRecord } from "./exchange.ts";
import type { LoadFigures, SeriesPoint } from "./load-figures.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { Finding, ReportedVerdict } from "./verdict.ts";

export type { LoadFigures, Percentiles, SeriesPoint } from "./load-figures.ts";

export type Conclusion = "conforms" | "violates" | "inconclusive";

/** The verdict of one check. */
export interface Result {
  readonly id: string;
  readonly clause: string;
  /** The section of the document, such as `5.3`. */
  readonly section: string;
  readonly level: Level;
  readonly claim: string;
  readonly verdict: ReportedVerdict;
  /** Why a baseline lists this failure, which is therefore a warning. */
  readonly known?: KnownReason;
  /** In words: why it was skipped, could not be judged, broke; for a failure `expected …; actual …`. Empty for a pass. */
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
  /** For a failure: `expected` and `actual`, and what else the check found; for a law at most 500 different findings. */
  readonly findings?: readonly Finding[];
  /** Indexes into `exchanges`: those that prove the verdict. A failing law has at most 20: the first 20, or a sequence law's first 19 and last. */
  readonly exchanges: readonly number[];
  /** For a law: how many exchanges it judged, and how many of them failed. */
  readonly judged?: number;
  readonly failed?: number;
  /** In a load run with several scenarios: the one that shows it; absent where several do. */
  readonly scenario?: string;
  /** The command that runs this check again. */
  readonly replay?: string;
  /** For a failure of `fpk check`: the cases that send again all that it failed on; absent where only a whole run does. */
  readonly sentBy?: readonly string[];
  /** Index of the write since which a read shows the failure; or of the request before on its connection, whose body was left unread. */
  readonly after?: number;
  /** The first proving request by hand, after that one, with the credential's variable in place of the token. */
  readonly curl?: string;
}

/** Why a failure may occur for now, and the last day on which it may: `2026-12-31`, in UTC. */
export interface KnownReason {
  readonly reason: string;
  readonly until?: string;
}

/** What is wrong with the target, as far as several failures show it together. */
export interface Cause {
  /** In words: `createdAt is null in Product, User`. */
  readonly cause: string;
  /** The checks that fail because of it. */
  readonly checks: readonly string[];
  /** The checks that were skipped because of it: it left them nothing to judge. */
  readonly hides: readonly string[];
}

/** What the target chose where the document says 'not shown': one for each open clause. It never fails a run. */
export interface Observation {
  /** The open clause. */
  readonly clause: string;
  readonly section: string;
  /** The choices as one text; empty where nothing was seen. */
  readonly choice: string;
  readonly choices: readonly string[];
  /** How the target answered one thing in two ways under the same conditions. */
  readonly contradiction?: string;
  /** Why nothing was seen. */
  readonly unobserved?: string;
}

/** A kind of error that requests can be made to cause, such as `a body that is not JSON`. */
export interface ErrorsOfKind {
  readonly kind: string;
  /** The operations on which the run tried it, and the others on which it could be tried: another seed chooses others. */
  readonly operations: readonly string[];
  readonly others: readonly string[];
}

/** How many checks ended with each verdict. */
type VerdictCounts = { readonly [V in ReportedVerdict]: number };

/** By the level of their clauses; those of our reading count as stated. */
export interface Counts {
  readonly stated: VerdictCounts;
  readonly implied: VerdictCounts;
}

/** A stated clause, or one of our reading, that some of its checks judged, and others did not. */
export interface ClauseInPart {
  readonly clause: string;
  readonly section: string;
  /** Those that did not judge it, and why the first of them did not. */
  readonly checks: readonly string[];
  readonly reason: string;
}

export interface Report {
  readonly schemaVersion: 2;
  readonly suite: { readonly name: "fpk-conformance"; readonly version: string; readonly contract: string };
  readonly conclusion: Conclusion;
  /** One sentence: `conforms · 125 checks passed, 5 skipped · 74 of 74 stated clauses judged`. */
  readonly summary: string;
  readonly exitCode: 0 | 1 | 3;
  readonly target: {
    readonly baseUrl: string;
    readonly rateLimit: RateLimit | null;
    readonly credentials: readonly string[];
  };
  /** ISO 8601 time of the start, and how long it took on the run's clock. */
  readonly startedAt: string;
  readonly seconds: number;
  readonly seed: number;
  readonly strict: boolean;
  readonly requests: { readonly total: number; readonly byOrganization: { readonly [organization: string]: number } };
  readonly clauses: {
    /** Stated clauses that are not excluded, and those of our reading, which count like them. */
    readonly stated: number;
    readonly judged: number;
    /** Those of them that this run could not judge, and why. */
    readonly unjudged: readonly { readonly clause: string; readonly section: string; readonly reason: string }[];
    readonly inPart: readonly ClauseInPart[];
  };
  readonly counts: Counts;
  readonly results: readonly Result[];
  /** The causes of the failures, in the order in which to fix them; absent where nothing failed. */
  readonly causes?: readonly Cause[];
  readonly observations: readonly Observation[];
  /** The errors that the run caused on purpose (§7). */
  readonly errors?: readonly ErrorsOfKind[];
  /** What may be wrong in the target file or in the baseline rather than in the target, each with what to change; to be read first. */
  readonly doubts?: readonly string[];
  /** What the reader should know: a wait for a window, a credential that was rejected, an assumption. */
  readonly notes: readonly string[];
  readonly exchanges: readonly ExchangeRecord[];
  /** Only in the report of a load run. */
  readonly series?: readonly SeriesPoint[];
  readonly load?: LoadFigures;
}
