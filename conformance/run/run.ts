/** What a run is asked for, and what its steps share. */
import type { Progress as VerbProgress } from "../../cli/progress.ts";
import type { Clock } from "../../clock.ts";
import { type Contract, loadContract } from "../../spec/contract.ts";
import type { SuiteCase } from "../cases/case.ts";
import { type Client, createClient } from "../client/client.ts";
import type { Transport } from "../client/transport.ts";
import type { CausedError } from "../generate/error-kinds.ts";
import type { ReportedChoice } from "../observations/observer.ts";
import type { Target } from "../target-file/target.ts";
import { type AnyCheck, checksFor, loadChecks, type Selection, select } from "./registry.ts";

export interface RunOptions {
  readonly target: Target;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly contract?: Contract;
  /** Chooses samples and names; the same seed sends the same requests to the same target. */
  readonly seed: number;
  /** Implied clauses fail the run, too. */
  readonly strict?: boolean;
  /** A stated clause that was not judged makes the run inconclusive. */
  readonly complete?: boolean;
  /** Sends neither POST nor PUT. */
  readonly readOnly?: boolean;
  /** Ids of checks and clauses. */
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
  readonly maxRequests?: number | undefined;
  /** Cuts the run; its reason says why. */
  readonly signal?: AbortSignal;
  /** How the command line says this target, for the replay commands: ` --target t.json`. */
  readonly replayArguments?: string;
  /** The target is the embedded reference, no server of the user's. */
  readonly isEmbedded?: boolean | undefined;
  /** The target issued the tokens for this very run: none is stale or mistyped, and a 401 to one is the target's fault. */
  readonly hasFreshTokens?: boolean | undefined;
  readonly progress?: Progress;
}

/** What a run reports while it goes on; its caller ends it. */
export type Progress = Omit<VerbProgress, "end">;

/** A run under way. */
export interface Run extends RunOptions {
  readonly contract: Contract;
  readonly readOnly: boolean;
  readonly selection: Selection;
  /** The cases that run; those that are not selected serve what the selected ones look back at. */
  readonly cases: readonly SuiteCase[];
  /** The laws that are applied. */
  readonly laws: readonly Exclude<AnyCheck, { readonly kind: "case" }>[];
  /** Whether the rate limit is crossed. */
  readonly crosses: boolean;
  readonly client: Client;
  readonly startedAt: number;
  readonly notes: string[];
  /** What may be wrong in the target file rather than in the target, each a sentence that asks for one change. */
  readonly doubts: string[];
  readonly observations: ReportedChoice[];
  /** Errors that cases caused on purpose. */
  readonly causedErrors: CausedError[];
}

/** Throws `UsageError` where `only` or `skip` name what is not there, or leave nothing to run. */
export async function startRun(options: RunOptions): Promise<Run> {
  const { contract = loadContract(), readOnly = false, clock, progress } = options;
  const checks = checksFor(await loadChecks(), contract);
  const selection = select(checks, options);
  const selected = checks.filter(({ check }) => selection.has(check));
  // A law by itself has nothing to judge, and a case that looks back nothing to look at: they need all of a run.
  const isWhole = selected.some(({ kind, check }) => kind !== "case" || check.lane === "last");
  return {
    ...options,
    contract,
    readOnly,
    selection,
    cases: (isWhole ? checks : selected).flatMap(({ kind, check }) => (kind === "case" ? [check] : [])),
    laws: selected.flatMap((law) => (law.kind === "case" ? [] : [law])),
    crosses: isWhole && checks.some((law) => isLimiterLaw(law) && !selection.skips(law.check)),
    client: createClient({
      ...options,
      contract,
      onWait: (ms, organization) => progress?.waiting({ seconds: ms / 1000, why: whoseWindow(organization) }),
    }),
    startedAt: clock.now(),
    notes: [],
    doubts: [],
    observations: [],
    causedErrors: [],
  };
}

const isLimiterLaw = ({ kind, check }: AnyCheck) => kind === "sequence" && check.needs?.limitExceeded === true;

const whoseWindow = (organization: string) =>
  `for requests of ${organization === "" ? "callers without credentials" : organization} to come free`;
