/** The report of a run. Its published schema is `report.schema.json`, whose version is `schemaVersion`. */
import type { Level } from "../../spec/level.ts";
import type { ExchangeRecord } from "./exchange.ts";
import type { LoadFigures, SeriesPoint } from "./load-figures.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { Finding, ReportedVerdict } from "./verdict.ts";

export type {
  Capacity,
  LoadFigures,
  OperationFigures,
  PercentileRange,
  Percentiles,
  SeriesPoint,
} from "./load-figures.ts";

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
  /** Why a baseline lists this failure, which makes it a warning. */
  readonly known?: KnownReason;
  /** For a failure: `expected …; actual …`. Empty for a pass. Otherwise why the check was skipped or not judged. */
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
  /** For a failure: all differences that the check found; for a law, at most 500 different ones. */
  readonly findings?: readonly Finding[];
  /**
   * Indexes into `exchanges`: the exchanges that prove the verdict. At most 20 for a failing law: the first 20, or for
   * a law over a sequence the first 19 and the last.
   */
  readonly exchanges: readonly number[];
  /** For a law: how many exchanges it judged, and how many of them failed. */
  readonly judged?: number;
  readonly failed?: number;
  /** In a load run with several scenarios: the one in which the check failed; absent if it failed in several. */
  readonly scenario?: string;
  /** The command that runs this check again. */
  readonly replay?: string;
  /** For a failure of `fpk check`: the cases that repeat all on which it failed; absent if only a whole run does. */
  readonly sentBy?: readonly string[];
  /** The index of the write that makes the read fail, or of the request before whose body was left unread. */
  readonly after?: number;
  /** A curl command for the first request of the proof, after the write if any, with the credential's variable. */
  readonly curl?: string;
  /** The index of the exchange in which the same request, sent by itself at the end of the run, was answered otherwise: the command need not show the failure. */
  readonly answeredOtherwiseAt?: number;
}

/** Why a failure is accepted for now, and its last day: `2026-12-31`, in UTC. */
export interface KnownReason {
  readonly reason: string;
  readonly until?: string;
}

/** A fault of the target that several failures show. */
export interface Cause {
  /** A sentence: `createdAt is null in Product, User`. */
  readonly cause: string;
  /** The checks that fail because of this fault. */
  readonly checks: readonly string[];
  /** The checks that were skipped because of this fault: it left them nothing to judge. */
  readonly hides: readonly string[];
}

/** The target's choice where the document says 'not shown', for each open clause. It never fails a run. */
export interface Observation {
  /** The open clause. */
  readonly clause: string;
  readonly section: string;
  /** The choices as one text; empty if none was observed. */
  readonly choice: string;
  readonly choices: readonly string[];
  /** How the target answered the same request in two ways under the same conditions. */
  readonly contradiction?: string;
  /** Why no choice was observed. */
  readonly unobserved?: string;
}

/** A kind of error that requests can cause, such as `a body that is not JSON`. */
export interface ErrorsOfKind {
  readonly kind: string;
  /** The operations on which the run caused it, and the other possible ones, which another seed would choose. */
  readonly operations: readonly string[];
  readonly others: readonly string[];
}

/** How many checks have each verdict. */
type VerdictCounts = { readonly [V in ReportedVerdict]: number };

/** How many checks have each verdict, by the level of their clauses. Clauses of our reading count as stated. */
export interface Counts {
  readonly stated: VerdictCounts;
  readonly implied: VerdictCounts;
}

/** A stated clause, or one of our reading, that only some of its checks judged. */
export interface ClauseInPart {
  readonly clause: string;
  readonly section: string;
  /** The checks that did not judge it, and why the first of them did not. */
  readonly checks: readonly string[];
  readonly reason: string;
}

/** A stated clause, or one of our reading, that this run did not judge. */
export interface UnjudgedClause {
  readonly clause: string;
  readonly section: string;
  readonly reason: string;
  /** The target need not have what is missing, so --complete does not ask for it. */
  readonly needsNoAction?: true;
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
  /** The start as an ISO 8601 time, and the duration on the run's clock. */
  readonly startedAt: string;
  readonly seconds: number;
  readonly seed: number;
  readonly strict: boolean;
  readonly requests: { readonly total: number; readonly byOrganization: { readonly [organization: string]: number } };
  readonly clauses: {
    /** The stated clauses that are not excluded, and the clauses of our reading. */
    readonly stated: number;
    readonly judged: number;
    /** The clauses among them that this run could not judge, and why. */
    readonly unjudged: readonly UnjudgedClause[];
    readonly inPart: readonly ClauseInPart[];
  };
  readonly counts: Counts;
  readonly results: readonly Result[];
  /** The causes of the failures, in the order in which to fix them; absent if nothing failed. */
  readonly causes?: readonly Cause[];
  readonly observations: readonly Observation[];
  /** The errors that the run caused on purpose (§7). */
  readonly errors?: readonly ErrorsOfKind[];
  /** Sentences about what may be wrong in the target file or the baseline, and what to change. To be read first. */
  readonly doubts?: readonly string[];
  /** Other information for the reader: a wait for a window, a rejected credential, an assumption. */
  readonly notes: readonly string[];
  readonly exchanges: readonly ExchangeRecord[];
  /** Only in the report of a load run. */
  readonly series?: readonly SeriesPoint[];
  readonly load?: LoadFigures;
}
