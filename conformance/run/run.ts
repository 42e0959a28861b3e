/** The options of a run, and what its steps share. */

import { plural } from "../../cli/plural.ts";
import type { Progress as VerbProgress } from "../../cli/progress.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { Clock } from "../../clock.ts";
import { type Contract, loadContract } from "../../spec/contract.ts";
import type { Baseline } from "../baseline/read-baseline.ts";
import type { SuiteCase } from "../cases/case.ts";
import type { Wait } from "../client/budgets.ts";
import { type Client, createClient } from "../client/client.ts";
import type { Transport } from "../client/transport.ts";
import type { CausedError } from "../generate/error-kinds.ts";
import { limitIsDeclared } from "../laws/rate-limit-headers.ts";
import type { Exchange } from "../model/exchange.ts";
import type { ReportedChoice } from "../observations/observer.ts";
import type { Secret } from "../redaction/redactor.ts";
import type { Target } from "../target-file/target.ts";
import { type AnyCheck, checksFor, type Ids, isLimiterLaw, judgesCrossing, loadChecks } from "./checks/registry.ts";
import { casesNamed, type Selection, select } from "./checks/selection.ts";
import { Findings } from "./findings.ts";
import { timeoutReporter } from "./timeouts.ts";

export interface RunOptions {
  readonly target: Target;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly contract?: Contract;
  /** Chooses samples and names; the same seed sends the same requests to the same target. */
  readonly seed: number;
  readonly strict?: boolean;
  /** Known failures, which do not fail the run. */
  readonly baseline?: Baseline | undefined;
  /** A stated clause that was not judged makes the run inconclusive. */
  readonly complete?: boolean;
  readonly readOnly?: boolean;
  /** Names of checks, clauses, prefixes of both, sections and operations. */
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
  /** Ids of cases. Only these are sent, and the laws in `only` judge their exchanges. */
  readonly sentBy?: readonly string[] | undefined;
  readonly maxRequests?: number | undefined;
  readonly bail?: number | undefined;
  /** Called once with each check that fails during the run, also for an implied clause. */
  readonly onFailure?: ((check: Ids) => void) | undefined;
  /** Cuts the run. The signal's reason says why. */
  readonly signal?: AbortSignal;
  /** The arguments of the command line for this target, for the replay commands: ` --target t.json`. */
  readonly replayArguments?: string;
  /** The target is the embedded reference, no server of the user's. */
  readonly isEmbedded?: boolean | undefined;
  /** The target issued the tokens for this run: none is stale or mistyped, so a 401 to one is the target's fault. */
  readonly hasFreshTokens?: boolean | undefined;
  readonly progress?: Progress;
  /** Called with the secrets that a response issues. The report may contain them. */
  readonly onSecrets?: ((secrets: readonly Secret[]) => void) | undefined;
  /** Called with each doubt that is known before the cases are sent. */
  readonly onDoubt?: (sentence: string) => void;
}

/** How a run reports its progress. The caller ends the progress. */
export type Progress = Omit<VerbProgress, "end">;

/** A run in progress. */
export interface Run extends RunOptions {
  readonly contract: Contract;
  readonly readOnly: boolean;
  readonly selection: Selection;
  /** The cases to run. If a selected check judges the exchanges of other cases, these are all cases but the skipped ones. */
  readonly cases: readonly SuiteCase[];
  readonly laws: readonly Exclude<AnyCheck, { readonly kind: "case" }>[];
  /** The first selected check that needs all cases to be sent. */
  readonly allCasesNeededBy: string | undefined;
  readonly exceedsLimit: boolean;
  readonly client: Client;
  readonly startedAt: number;
  readonly notes: string[];
  /** Sentences about what may be wrong in the target file, each with one change to make. */
  readonly doubts: string[];
  readonly observations: ReportedChoice[];
  readonly findings: Findings;
  /** Errors that cases caused on purpose. */
  readonly causedErrors: CausedError[];
  /** Which case sent an exchange, by the exchange's index. */
  readonly senders: Map<number, string>;
  /** By the id of a failed case: the same read, sent by itself at the end, whose status shows that the answer varies. */
  readonly answeredOtherwise: Map<string, Exchange>;
}

/** Throws `UsageError` if `only` or `skip` contain an unknown name, or leave nothing to run. */
export async function startRun(options: RunOptions): Promise<Run> {
  const { contract = loadContract(), readOnly = false, clock } = options;
  const checks = checksFor(await loadChecks(), contract);
  const selection = select(checks, options);
  const selected = checks.filter(({ check }) => selection.has(check));
  const { sentBy } = options;
  if (sentBy !== undefined && options.only === undefined)
    throw new UsageError("--sent-by goes with --only, which names what to judge");
  // A law, or a case that looks back, has nothing to judge alone: it needs all of a run.
  const needsAll = selected.find(({ kind, check }) => kind !== "case" || check.lane === "last")?.check.id;
  const sendsAll = sentBy === undefined && needsAll !== undefined;
  const sending = sentBy === undefined ? selected : casesNamed(sentBy, checks);
  const laws = selected.flatMap((law) => (law.kind === "case" ? [] : [law]));
  // Only the end of the run shows whether the declared limit is wrong or the server: so this law is judged then.
  const singleLaws = laws.flatMap((law) => (law.kind === "law" && law.check !== limitIsDeclared ? [law.check] : []));
  const findings = new Findings({ ...options, contract, laws: singleLaws });
  const client = createClient({
    ...options,
    contract,
    repeatsLost: true,
    signal: AbortSignal.any([findings.signal, ...(options.signal === undefined ? [] : [options.signal])]),
    onExchange: timeoutReporter((sentence) => progress?.say(sentence)),
    onWait: (wait) => progress?.waiting({ seconds: wait.ms / 1000, why: whyWaiting(wait) }),
  });
  const progress = withFindings(options.progress, findings, client);
  return {
    ...options,
    ...(progress === undefined ? {} : { progress }),
    contract,
    readOnly,
    selection,
    cases: (sendsAll ? checks.filter(({ check }) => !selection.skips(check)) : sending).flatMap(({ kind, check }) =>
      kind === "case" ? [check] : [],
    ),
    laws,
    allCasesNeededBy: sendsAll && options.only !== undefined ? needsAll : undefined,
    exceedsLimit:
      sendsAll &&
      selected.some(judgesCrossing) &&
      checks.some((law) => isLimiterLaw(law) && !selection.skips(law.check)),
    client,
    findings,
    startedAt: clock.now(),
    notes: [],
    doubts: [],
    observations: [],
    causedErrors: [],
    senders: new Map(),
    answeredOtherwise: new Map(),
  };
}

/** Each step is reported with the number of failures so far. Before a wait is reported, the laws judge what was sent. */
function withFindings(progress: Progress | undefined, findings: Findings, client: Client): Progress | undefined {
  if (progress === undefined) return undefined;
  return {
    ...progress,
    step(at) {
      progress.step({ ...at, failed: findings.failed });
    },
    waiting(on) {
      findings.judge(client.exchanges);
      if (client.cutBy() === undefined) progress.waiting(on);
    },
  };
}

function whyWaiting({ name, sentUntilTooLow }: Wait): string {
  const why = `until the rate limit allows requests of ${name === "" ? "callers without credentials" : name}`;
  if (sentUntilTooLow === undefined) return why;
  return `${why}: X-RateLimit-Remaining says that none remains, after ${plural(sentUntilTooLow, "request")} of this run`;
}
