/** Judges a target: finds out whom it serves, runs the cases, crosses the limit, applies the laws, and writes the report. */
import type { Clock } from "../clock.ts";
import { type Contract, loadContract } from "../spec/contract.ts";
import { attempt, type Outcome } from "./attempt.ts";
import type { SuiteCase } from "./case.ts";
import type { RateLimit, SequenceLaw } from "./check.ts";
import { type AnyCheck, loadChecks, Selection } from "./checks.ts";
import { Cut, createClient } from "./client/client.ts";
import type { Transport } from "./client/transport.ts";
import { callerInRole, createContext, unmetNeed } from "./context.ts";
import { type Discovery, discover } from "./discover.ts";
import { createLawContext, judgeLaw, judgeSequence } from "./judge.ts";
import { type ProbeOutcome, probeLimit } from "./limiter/probe.ts";
import { type Judged, reportOf } from "./reports/assemble.ts";
import type { Observation, Report } from "./reports/report.ts";
import { submissionFor } from "./submission.ts";
import type { Target } from "./target/target.ts";

export interface RunOptions {
  readonly target: Target;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly contract?: Contract;
  readonly seed: number;
  readonly strict?: boolean;
  /** A stated clause that was not judged makes the run inconclusive. */
  readonly complete?: boolean;
  readonly readOnly?: boolean;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly maxRequests?: number;
  readonly signal?: AbortSignal;
  /** How the command line says this target, for the replay commands: ` --target t.json`. */
  readonly replayArguments?: string;
  readonly progress?: Progress;
}

/** What a run tells while it goes on. */
export interface Progress {
  say(line: string): void;
  step(of: { readonly done: number; readonly total: number; readonly id: string }): void;
  waiting(of: { readonly seconds: number; readonly why: string }): void;
}

/** `--only` or `--skip` names what is not there. */
export class SelectionError extends Error {
  override readonly name = "SelectionError";
}

/** Throws `Unreachable` where nobody answers, `SelectionError` where the selection names nothing. */
export async function run(options: RunOptions): Promise<Report> {
  const contract = options.contract ?? loadContract();
  const checks = await loadChecks();
  const selection = new Selection(options.only, options.skip);
  const unknown = selection.unknown(checks);
  if (unknown.length > 0) throw new SelectionError(`no check and no clause is called ${unknown.join(" or ")}`);

  const startedAt = options.clock.now();
  const observations: Observation[] = [];
  const notes: string[] = [];
  const judged: Judged[] = [];
  const client = createClient({
    ...options,
    contract,
    onWait: (ms, organization) =>
      options.progress?.waiting({
        seconds: ms / 1000,
        why: `for requests of ${organization === "" ? "nobody" : organization} to come free`,
      }),
  });
  try {
    await judgeAll();
  } catch (error) {
    if (!(error instanceof Cut)) throw error;
    notes.push(error.message);
    for (const { check } of checks.filter(({ check }) => selection.has(check))) {
      if (judged.some((one) => one.check.id === check.id)) continue;
      judged.push({ check, outcome: { verdict: "inconclusive", message: error.message, exchanges: [] } });
    }
  }
  return reportOf({
    ...options,
    contract,
    startedAt,
    judged,
    observations,
    notes,
    exchanges: client.exchanges,
  });

  async function judgeAll(): Promise<void> {
    const discovery = await discover(client, options.target, notes);
    const outcomes = await runCases(discovery);
    const probe = await runProbe(discovery);
    applyLaws(discovery, probe);
    judged.push(...outcomes);
  }

  async function runCases(discovery: Discovery): Promise<readonly Judged[]> {
    const restores: (() => Promise<void>)[] = [];
    const shared = {
      contract,
      target: options.target,
      cast: discovery.cast,
      seed: options.seed,
      readOnly: options.readOnly ?? false,
      observations,
      notes,
      restores,
      reads: new Map(),
      made: new Map(),
    };
    const cases = checks.flatMap(({ kind, check }) => (kind === "case" ? [check] : []));
    const chosen = cases.filter((one) => selection.has(one) || lawNeedsTraffic());
    const results: Judged[] = [];
    let done = 0;

    async function runLane(lane: readonly SuiteCase[]): Promise<void> {
      for (const one of lane) {
        const outcome = await outcomeOf(one);
        done += 1;
        options.progress?.step({ done, total: chosen.length, id: one.id });
        if (selection.has(one)) results.push({ check: one, outcome });
      }
    }

    async function outcomeOf(one: SuiteCase): Promise<Outcome> {
      const unmet = discovery.notThisApi ?? unmetNeed(discovery.cast, one.needs, shared.readOnly);
      if (unmet !== undefined) {
        const isFirst = discovery.notThisApi !== undefined && one.id === "answers.listProducts";
        if (isFirst) return { verdict: "fail", message: unmet, expected: "this API", actual: unmet, exchanges: [0] };
        const why = discovery.notThisApi === undefined ? `needs ${unmet}` : "needs a target that answers as this API";
        return { verdict: "skip", message: why, exchanges: [] };
      }
      return attempt(one, client, (recording, fresh) => createContext({ ...shared, client: recording }, fresh));
    }

    try {
      await runLane(chosen.filter(({ lane }) => lane === "first"));
      const anonymous = chosen.filter(({ lane }) => lane === "anonymous");
      await Promise.all([runLane(anonymous), runLane(chosen.filter(({ lane }) => lane === undefined))]);
    } finally {
      for (const restore of restores.reverse())
        await restore().catch((error) => notes.push(`not restored: ${String(error)}`));
    }
    return results;
  }

  /** A law alone has nothing to judge: the cases bring its exchanges. */
  function lawNeedsTraffic(): boolean {
    return selection.isPartial && checks.some(({ kind, check }) => kind !== "case" && selection.has(check));
  }

  async function runProbe(discovery: Discovery): Promise<ProbeOutcome> {
    const { rateLimit } = options.target;
    const wanted = checks.some(
      ({ kind, check }) => kind === "sequence" && check.isLimiter === true && selection.has(check),
    );
    const why = whyNotCrossed(rateLimit, discovery, wanted);
    if (why !== undefined || rateLimit === null || discovery.crossing === undefined) {
      return { wasRefused: false, notCrossed: why ?? "" };
    }
    const { callers } = discovery.cast;
    const cast = { callers, home: discovery.crossing };
    options.progress?.say("crossing the rate limit");
    const submission = options.readOnly ? undefined : await submissionFor(client, discovery.crossing, options.seed);
    return probeLimit({
      client,
      rateLimit,
      key: discovery.crossing,
      secondKey: callerInRole(cast, "second-key"),
      session: callers.find(
        ({ kind, organization }) => kind === "session" && organization === discovery.crossing?.organization,
      ),
      other: callerInRole(cast, "other-organization"),
      submission,
      onWait: (ms) => options.progress?.waiting({ seconds: ms / 1000, why: "for the window to turn" }),
    });
  }

  function whyNotCrossed(rateLimit: RateLimit | null, discovery: Discovery, wanted: boolean): string | undefined {
    if (!wanted) return "the limit was not to be crossed";
    if (rateLimit === null) return "needs a rate limit, which the target file switches off";
    if (discovery.notThisApi !== undefined) return "needs a target that answers as this API";
    if (discovery.crossing?.kind !== "api-key") return "needs an API key";
    const most = options.maxRequests;
    if (most !== undefined && client.exchanges.length + 1.5 * rateLimit.limit > most) {
      return `needs about ${Math.ceil(1.5 * rateLimit.limit)} requests to cross a limit of ${rateLimit.limit}, more than --max-requests ${most} leaves`;
    }
    return undefined;
  }

  function applyLaws(discovery: Discovery, probe: ProbeOutcome): void {
    const tokens = options.target.credentials.filter(({ kind }) => kind === "api-key").map(({ token }) => token);
    const context = createLawContext(contract, options.target.rateLimit, tokens);
    for (const { kind, check } of checks as readonly AnyCheck[]) {
      if (kind === "case" || !selection.has(check)) continue;
      const outcome =
        kind === "law"
          ? judgeLaw(check, client.exchanges, context)
          : judgeSequence(check, client.exchanges, context, unseen(check, discovery, probe));
      judged.push({ check, outcome });
    }
  }

  /** Why a law of the limiter found nothing to judge. */
  function unseen({ id, isLimiter }: SequenceLaw, discovery: Discovery, probe: ProbeOutcome): Outcome {
    if (!isLimiter) return { verdict: "skip", message: "no exchange of this run shows it", exchanges: [] };
    const cast = { callers: discovery.cast.callers, home: discovery.crossing };
    const role = (
      {
        "limit.shared-by-keys": "second-key",
        "limit.shared-by-sessions": "session",
        "limit.other-organization": "other-organization",
      } as const
    )[id];
    const unmet = role === undefined ? undefined : unmetNeed(cast, { credential: role }, false);
    if (probe.notCrossed !== undefined) return { verdict: "skip", message: probe.notCrossed, exchanges: [] };
    if (unmet !== undefined) return { verdict: "skip", message: `needs ${unmet}`, exchanges: [] };
    if (id === "limit.shared-by-methods" && options.readOnly) {
      return { verdict: "skip", message: "needs writes, which --read-only leaves out", exchanges: [] };
    }
    return {
      verdict: "inconclusive",
      message: probe.unreached ?? "the exchanges of this run prove nothing of it",
      exchanges: [],
    };
  }
}
