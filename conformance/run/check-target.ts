/** Judges a target: finds out whom it serves, runs the cases around the crossing of the limit, applies the laws, and writes the report. */

import { nearest } from "../../cli/nearest-name.ts";
import type { Progress as VerbProgress } from "../../cli/progress.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { Clock } from "../../clock.ts";
import { type Contract, loadContract } from "../../spec/contract.ts";
import type { SuiteCase } from "../cases/case.ts";
import type { Caller } from "../client/caller.ts";
import { type Client, createClient } from "../client/client.ts";
import type { Transport } from "../client/transport.ts";
import { createLawContext, judgeLaw, judgeSequence } from "../laws/apply.ts";
import { Sequence } from "../laws/sequence-law.ts";
import { type Exchange, exchangeOf } from "../model/exchange.ts";
import type { Report } from "../model/report.ts";
import type { Judged } from "../model/verdict.ts";
import { observe, targetProperties } from "../observations/index.ts";
import type { ReportedChoice } from "../observations/observer.ts";
import type { Target } from "../target-file/target.ts";
import type { Unreachable } from "./answered.ts";
import { reportOf } from "./assemble-report.ts";
import { type Discovery, discover, type FirstImpression } from "./discovery.ts";
import { forecast } from "./forecast.ts";
import { type Crossing, type CrossingOptions, crossAgain, crossLimit } from "./limit/cross.ts";
import { organizationForLimiter, unjudgedReason } from "./limit/unjudged-reason.ts";
import { type AnyCheck, checksFor, loadChecks, Selection } from "./registry.ts";
import { CaseRun } from "./run-cases.ts";

export interface RunOptions {
  readonly target: Target;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly contract?: Contract;
  /** Chooses samples and names; the same seed sends the same requests to the same target. */
  readonly seed: number;
  readonly strict?: boolean;
  /** A stated clause that was not judged makes the run inconclusive. */
  readonly complete?: boolean;
  /** Sends neither POST nor PUT. */
  readonly readOnly?: boolean;
  /** Ids of checks and clauses. */
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly maxRequests?: number;
  /** Cuts the run; its reason says why. */
  readonly signal?: AbortSignal;
  /** How the command line says this target, for the replay commands: ` --target t.json`. */
  readonly replayArguments?: string;
  readonly progress?: Progress;
}

/** What a run reports while it goes on; its caller ends it. */
export type Progress = Omit<VerbProgress, "end">;

/** `--only` or `--skip` names what is not there. */
export class SelectionError extends UsageError {
  override readonly name = "SelectionError";
}

/** Throws `Unreachable` where nobody answers, `SelectionError` where the selection names nothing. */
export async function checkTarget(options: RunOptions): Promise<Report> {
  const plan = await planOf(options);
  const run = startRun(options, plan);
  const { client, notes, observations } = run;
  const discovery = await discover({ ...run, crosses: plan.crosses, onImpression: (seen) => announce(seen, run) });

  const cases = casesOf(run, discovery);
  const before = await cases.beforeTheLimit();
  const crossing = await cross(run, discovery);
  const after = await cases.afterTheLimit();
  if (plan.crosses) await crossAgain(crossingOptions(run, discovery), crossing);

  const exchanges = withOrganizations(client.exchanges, discovery.cast.callers);
  const judged = [
    ...[...before, ...after].filter(({ check }) => plan.selection.has(check)),
    ...applyLaws(run, exchanges, discovery, crossing),
  ];
  const cut = client.cutBy?.();
  noteTruncated(exchanges, notes);
  if (cut !== undefined) notes.push(cut);
  notes.push(...tokenPlaces(judged, exchanges, options.target));
  return reportOf({
    ...run,
    judged,
    observations: observe(exchanges, targetProperties(options.target), observations),
    exchanges,
    incomplete: incompleteBecause(cut, discovery),
  });
}

/** What a run is to do. */
interface Plan {
  readonly contract: Contract;
  readonly selection: Selection;
  /** The cases that run; those that are not selected serve what the selected ones look back at. */
  readonly cases: readonly SuiteCase[];
  /** The laws that are applied. */
  readonly laws: readonly Exclude<AnyCheck, { readonly kind: "case" }>[];
  /** Whether the rate limit is crossed. */
  readonly crosses: boolean;
}

/** A run under way. */
type Run = RunOptions &
  Plan & {
    readonly client: Client;
    readonly startedAt: number;
    readonly notes: string[];
    readonly observations: ReportedChoice[];
    readonly readOnly: boolean;
  };

async function planOf(options: RunOptions): Promise<Plan> {
  const contract = options.contract ?? loadContract();
  const checks = checksFor(await loadChecks(), contract);
  const selection = select(checks, options);
  const selected = checks.filter(({ check }) => selection.has(check));
  // A law by itself has nothing to judge, and a case that looks back nothing to look at: they need all of a run.
  const isWhole = selected.some((one) => one.kind !== "case" || one.check.lane === "last");
  return {
    contract,
    selection,
    cases: checks.flatMap((one) => (one.kind === "case" && (isWhole || selection.has(one.check)) ? [one.check] : [])),
    laws: selected.flatMap((one) => (one.kind === "case" ? [] : [one])),
    crosses: isWhole && checks.some((one) => isLimiterLaw(one) && !selection.skips(one.check)),
  };
}

const isLimiterLaw = (one: AnyCheck) => one.kind === "sequence" && one.check.needs?.limitExceeded === true;

function startRun(options: RunOptions, plan: Plan): Run {
  const { clock, progress, readOnly = false } = options;
  const client = createClient({
    ...options,
    contract: plan.contract,
    onWait: (ms, organization) => progress?.waiting({ seconds: ms / 1000, why: whoseWindow(organization) }),
  });
  return { ...options, ...plan, readOnly, client, startedAt: clock.now(), notes: [], observations: [] };
}

function announce(impression: FirstImpression, { target, cases, crosses, readOnly, client, progress }: Run): void {
  const { requests, seconds } = forecast({
    impression,
    cases,
    rateLimit: crosses ? target.rateLimit : null,
    readOnly,
    sent: client.exchanges.length,
  });
  const waitSeconds = Math.ceil(impression.waitMs / 1000);
  const waiting = waitSeconds > 0 ? `, ${waitSeconds} of them for a window that is used up` : "";
  progress?.say(`about ${requests} requests in about ${seconds} s${waiting}`);
  if (waitSeconds > 0) progress?.waiting({ seconds: impression.waitMs / 1000, why: "for a fresh window" });
}

function casesOf(run: Run, discovery: Discovery): CaseRun {
  let done = 0;
  return new CaseRun({
    ...run,
    discovery,
    onDone: ({ id }) => {
      done += 1;
      run.progress?.step({ done, total: run.cases.length, id });
    },
  });
}

async function cross(run: Run, discovery: Discovery): Promise<Crossing> {
  if (discovery.kind === "cut") return { outcome: "not-reached", reason: discovery.reason };
  if (!run.crosses) return { outcome: "not-attempted", reason: "the limit was not to be crossed" };
  run.progress?.say("crossing the rate limit");
  return crossLimit(crossingOptions(run, discovery));
}

function crossingOptions(run: Run, discovery: Discovery): CrossingOptions {
  return {
    ...run,
    rateLimit: run.target.rateLimit,
    maxRequests: run.maxRequests,
    discovery,
    onWait: (ms) => run.progress?.waiting({ seconds: ms / 1000, why: "for the window to reset" }),
  };
}

function applyLaws(
  run: Run,
  exchanges: readonly Exchange[],
  discovery: Discovery,
  crossing: Crossing,
): readonly Judged[] {
  const { rateLimit } = run.target;
  const context = createLawContext(run.contract, rateLimit);
  const sequence = new Sequence(withOrganizationOfKey(exchanges, discovery), rateLimit);
  return run.laws.map((one) =>
    one.kind === "law"
      ? judgeLaw(one.check, exchanges, context)
      : judgeSequence(one.check, sequence, unjudgedReason(one.check, crossing, crossingOptions(run, discovery))),
  );
}

/** Why the run as a whole is not complete; a cut goes first: it says why the rest is missing. */
function incompleteBecause(cut: string | undefined, { rejected }: Discovery): readonly string[] {
  const labels = rejected.map(({ caller }) => caller.label);
  return [
    ...(cut === undefined ? [] : [cut]),
    ...(labels.length === 0 ? [] : [`${labels.join(", ")} of the target file was answered 401`]),
  ];
}

/** The report of a run in which nobody answered: nothing is judged, and its note says why. */
export function unreachableReport(options: RunOptions, error: Unreachable): Report {
  const { clock } = options;
  const exchange = error.exchange === undefined ? [] : [exchangeOf({ ...error.exchange, index: 0 })];
  return reportOf({
    ...options,
    contract: options.contract ?? loadContract(),
    startedAt: exchange[0]?.sentAt ?? clock.now(),
    judged: [],
    observations: [],
    notes: [error.message],
    exchanges: exchange,
    incomplete: ["nobody answered"],
  });
}

/** What was sent before it was known whose credential it was is known now. */
function withOrganizations(exchanges: readonly Exchange[], callers: readonly Caller[]): readonly Exchange[] {
  const organizations = new Map(callers.map(({ label, organization }) => [label, organization]));
  return exchanges.map((exchange) => {
    const organization = organizations.get(exchange.credential);
    if (exchange.organization !== undefined || organization === undefined) return exchange;
    return exchangeOf({ ...exchange, organization });
  });
}

/** The key whose limit was crossed stands for an organization of its own, where it has none. */
function withOrganizationOfKey(exchanges: readonly Exchange[], { cast, crossing }: Discovery): readonly Exchange[] {
  const organization = organizationForLimiter(cast.callers, crossing);
  if (crossing === undefined || organization === undefined) return exchanges;
  return withOrganizations(exchanges, [{ ...crossing, organization }]);
}

function noteTruncated(exchanges: readonly Exchange[], notes: string[]): void {
  const cut = exchanges.filter(({ response }) => response?.isCut === true).length;
  if (cut > 0) {
    notes.push(`${cut} of ${exchanges.length} responses were larger than 8 MiB; they were truncated and not checked`);
  }
}

function select(checks: readonly AnyCheck[], { only, skip }: RunOptions): Selection {
  const selection = new Selection(only, skip);
  const [unknown] = selection.unknown(checks);
  if (unknown !== undefined) {
    const ids = checks.flatMap(({ check }) => [check.id, check.clause]);
    const near = nearest(unknown, ids);
    const hint = near === undefined ? "fpk explain lists them" : `did you mean ${near}?`;
    throw new SelectionError(`no check and no clause that is judged is called "${unknown}"; ${hint}`);
  }
  if (!checks.some(({ check }) => selection.has(check)))
    throw new SelectionError("--only and --skip leave no check to run");
  return selection;
}

/** Which token a label of ours stands for, where a command that is to be pasted names it; a variable's name says so itself. */
function tokenPlaces(judged: readonly Judged[], exchanges: readonly Exchange[], target: Target): readonly string[] {
  const proofs = judged.flatMap(({ verdict }) => (verdict.verdict === "fail" ? verdict.exchanges : []));
  const named = new Set(proofs.map((index) => exchanges[index]?.credential));
  const places = target.credentials.flatMap(({ label }, at) =>
    named.has(label) && /^(KEY|SESSION)_\d+$/.test(label) ? [`$${label} is the token of credentials[${at}]`] : [],
  );
  return places.length === 0 ? [] : [`to paste a command: ${places.join(", ")}`];
}

const whoseWindow = (organization: string) =>
  `for requests of ${organization === "" ? "callers without credentials" : organization} to come free`;
