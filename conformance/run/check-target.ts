/** Judges a target: finds out whom it serves, runs the cases around the crossing of the limit, applies the laws, and writes the report. */

import { nearest } from "../../cli/nearest-name.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { Clock } from "../../clock.ts";
import { type Contract, loadContract } from "../../spec/contract.ts";
import type { Caller } from "../client/caller.ts";
import { Cut, createClient } from "../client/client.ts";
import type { Transport } from "../client/transport.ts";
import { createLawContext, judgeLaw, judgeSequence } from "../laws/apply.ts";
import { type Exchange, exchangeOf } from "../model/exchange.ts";
import type { Report } from "../model/report.ts";
import { type Judged, unjudged } from "../model/verdict.ts";
import { observe, targetProperties } from "../observations/index.ts";
import type { ReportedChoice } from "../observations/observer.ts";
import type { Target } from "../target-file/target.ts";
import { reportOf } from "./assemble-report.ts";
import { type Discovery, discover, type FirstImpression, type Unreachable } from "./discovery.ts";
import { forecast } from "./forecast.ts";
import {
  type Crossing,
  type CrossingOptions,
  crossAgain,
  crossLimit,
  organizationForLimiter,
  unseenOf,
} from "./limit/cross.ts";
import { type AnyCheck, checksFor, loadChecks, Selection } from "./registry.ts";
import { type Functional, functionalRun } from "./run-cases.ts";

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

/** What a run tells while it goes on. */
export interface Progress {
  say(line: string): void;
  step(of: { readonly done: number; readonly total: number; readonly id: string }): void;
  waiting(of: { readonly seconds: number; readonly why: string }): void;
}

/** `--only` or `--skip` names what is not there. */
export class SelectionError extends UsageError {
  override readonly name = "SelectionError";
}

/** Throws `Unreachable` where nobody answers, `SelectionError` where the selection names nothing. */
export async function run(options: RunOptions): Promise<Report> {
  const { progress, clock, target, readOnly = false } = options;
  const contract = options.contract ?? loadContract();
  const checks = checksFor(await loadChecks(), contract);
  const selection = select(checks, options);
  const startedAt = clock.now();
  const told: ReportedChoice[] = [];
  const notes: string[] = [];
  const client = createClient({
    ...options,
    contract,
    onWait: (ms, organization) => progress?.waiting({ seconds: ms / 1000, why: whoseWindow(organization) }),
  });

  const chosen = checks.filter(({ check }) => selection.has(check));
  // A law alone has nothing to judge, and what looks back nothing to look at: they are given all of a run.
  const isWhole = chosen.some((one) => one.kind !== "case" || one.check.lane === "last");
  const wanted = checks
    .flatMap((one) => (one.kind === "case" ? [one.check] : []))
    .filter((one) => selection.has(one) || isWhole);
  const isWanted = (one: AnyCheck) =>
    one.kind === "sequence" && one.check.isLimiter === true && !selection.skips(one.check);
  const crosses = isWhole && checks.some(isWanted);
  const discovery = await discovered();
  const functional = functionalOf();
  const before = await functional.beforeTheLimit();
  const crossing = await crossed();
  const cases = [...before, ...(await functional.afterTheLimit())];
  if (crosses) await crossAgain(crossingOptions(), crossing);
  const laws = chosen.flatMap((one) => (one.kind === "case" ? [] : [one]));
  const exchanges = withOrganizations(client.exchanges, discovery.cast.callers);
  noteCutBodies(exchanges, notes);
  const cut = client.cutBy?.();
  if (cut !== undefined) notes.push(cut);
  const judged = [...cases.filter(({ check }) => selection.has(check)), ...applyLaws()];
  notes.push(...whoseLabels(judged, exchanges, target));
  return reportOf({
    ...options,
    contract,
    startedAt,
    judged,
    observations: observe(exchanges, targetProperties(target), told),
    notes,
    exchanges,
    incomplete: incomplete(),
  });

  /** A cut goes first: it says why the rest is missing. */
  function incomplete(): readonly string[] {
    const refused = (discovery.refused ?? []).map(({ caller }) => caller.label);
    return [
      ...(cut === undefined ? [] : [cut]),
      ...(refused.length === 0 ? [] : [`${refused.join(", ")} of the target file was refused with 401`]),
    ];
  }

  /** Where the run is cut before the target is known, there is nothing to go on with. */
  async function discovered(): Promise<Discovery> {
    try {
      return await discover(client, target, notes, announce, crosses);
    } catch (error) {
      if (!(error instanceof Cut)) throw error;
      return { cast: { callers: [], home: undefined }, crossing: undefined, cut: error.message };
    }
  }

  function announce(impression: FirstImpression): void {
    const { requests, seconds } = forecast({
      impression,
      cases: wanted,
      rateLimit: crosses ? target.rateLimit : null,
      readOnly,
      sent: client.exchanges.length,
    });
    const ofThem =
      impression.waitMs > 0 ? `, ${Math.ceil(impression.waitMs / 1000)} of them for a window that is used up` : "";
    progress?.say(`about ${requests} requests in about ${seconds} s${ofThem}`);
    if (impression.waitMs > 0) progress?.waiting({ seconds: impression.waitMs / 1000, why: "for a fresh window" });
  }

  function functionalOf(): Functional {
    if (discovery.cut !== undefined) {
      const unsent = wanted.map((check) => ({ check, verdict: cutOff(discovery.cut) }));
      return { beforeTheLimit: async () => unsent, afterTheLimit: async () => [] };
    }
    let done = 0;
    return functionalRun({
      client,
      contract,
      target,
      discovery,
      cases: wanted,
      seed: options.seed,
      readOnly,
      observations: told,
      notes,
      onDone: ({ id }) => {
        done += 1;
        progress?.step({ done, total: wanted.length, id });
      },
    });
  }

  async function crossed(): Promise<Crossing> {
    if (discovery.cut !== undefined) return { wasRefused: false, isCut: true, unreached: discovery.cut };
    if (!crosses) return { wasRefused: false, notCrossed: "the limit was not to be crossed" };
    progress?.say("crossing the rate limit");
    return crossLimit(crossingOptions());
  }

  function crossingOptions(): CrossingOptions {
    return {
      client,
      contract,
      rateLimit: target.rateLimit,
      discovery,
      seed: options.seed,
      readOnly,
      maxRequests: options.maxRequests,
      onWait: (ms) => progress?.waiting({ seconds: ms / 1000, why: "for the window to turn" }),
    };
  }

  function applyLaws(): readonly Judged[] {
    const context = createLawContext(contract, target.rateLimit);
    const ledger = limiterLedger(exchanges, discovery);
    return laws.map((one) => {
      if (one.kind === "law") return judgeLaw(one.check, exchanges, context);
      const unseen = one.check.isLimiter
        ? unseenOf(one.check.id, crossing, discovery, readOnly)
        : unjudged("skip", "no exchange of this run shows it");
      return judgeSequence(one.check, one.check.isLimiter ? ledger : exchanges, context, unseen);
    });
  }
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

/** The exchanges as the limiter's laws see them: the key whose limit was crossed always has an organization. */
function limiterLedger(exchanges: readonly Exchange[], { cast, crossing }: Discovery): readonly Exchange[] {
  const organization = organizationForLimiter(cast.callers, crossing);
  if (crossing === undefined || organization === undefined) return exchanges;
  return withOrganizations(exchanges, [{ ...crossing, organization }]);
}

function noteCutBodies(exchanges: readonly Exchange[], notes: string[]): void {
  const cut = exchanges.filter(({ response }) => response?.isCut === true).length;
  if (cut > 0)
    notes.push(`a body of more than 8 MiB was not read whole, and not judged: ${cut} of ${exchanges.length}`);
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
function whoseLabels(judged: readonly Judged[], exchanges: readonly Exchange[], target: Target): readonly string[] {
  const proofs = judged.flatMap(({ verdict }) => (verdict.verdict === "fail" ? verdict.exchanges : []));
  const named = new Set(proofs.map((index) => exchanges[index]?.credential));
  const places = target.credentials.flatMap(({ label }, at) =>
    named.has(label) && /^(KEY|SESSION)_\d+$/.test(label) ? [`$${label} is the token of credentials[${at}]`] : [],
  );
  return places.length === 0 ? [] : [`to paste a command: ${places.join(", ")}`];
}

const cutOff = (reason = "the run was cut") => unjudged("inconclusive", reason);

const whoseWindow = (organization: string) =>
  `for requests of ${organization === "" ? "callers without credentials" : organization} to come free`;
