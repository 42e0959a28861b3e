/** Judges a target: finds out whom it serves, runs the cases around the crossing of the limit, applies the laws, and writes the report. */
import { plural } from "../../cli/plural.ts";
import { loadContract } from "../../spec/contract.ts";
import type { Caller } from "../client/caller.ts";
import { summarize } from "../generate/error-kinds.ts";
import { createLawContext, judgeLaw, judgeSequence } from "../laws/apply.ts";
import { noneRefused } from "../laws/errors.ts";
import { Sequence } from "../laws/sequence-law.ts";
import type { RateLimits } from "../model/check.ts";
import { type Exchange, exchangeOf } from "../model/exchange.ts";
import type { Report } from "../model/report.ts";
import { type Judged, unjudged } from "../model/verdict.ts";
import { observe, targetProperties } from "../observations/index.ts";
import { rateLimitsOf } from "../target-file/rate-limits.ts";
import type { Unreachable } from "./answer-to.ts";
import { expiryDoubts } from "./declaration/declared-expiry.ts";
import { limitDoubts } from "./declaration/declared-limit.ts";
import { windowDoubt, windowHint } from "./declaration/declared-window.ts";
import { doubtLimit } from "./declaration/limit-in-doubt.ts";
import { limiterDoubts } from "./declaration/limiter-behaviour.ts";
import { type Discovery, discover, type FirstImpression } from "./discovery.ts";
import { forecast, requestsNeeded } from "./forecast.ts";
import { type Crossing, crossAgain, crossLimit } from "./limit/cross.ts";
import { organizationForLimiter, unjudgedReason, unsentMethods } from "./limit/unjudged-reason.ts";
import { notThisApi } from "./other-api.ts";
import { replayCommand } from "./replay.ts";
import { reportOf } from "./report/assemble-report.ts";
import { type Run, type RunOptions, startRun } from "./run.ts";
import { CaseRun } from "./run-cases.ts";

/** Throws `Unreachable` where nobody answers, `UsageError` where the selection names nothing. */
export async function checkTarget(options: RunOptions): Promise<Report> {
  const run = await startRun(options);
  const discovery = await discover({
    ...run,
    requestsNeeded: requestsNeeded(run),
    onImpression: (impression) => announce(run, impression),
  });
  for (const doubt of [...run.doubts, ...limitDoubts(discovery.rateLimits, run.target, run.client.exchanges)])
    run.progress?.say(`! ${doubt}`);
  const hint = windowHint(discovery.rateLimits, run.client.exchanges);
  if (hint !== undefined && run.crosses) run.progress?.say(`! ${hint}`);

  const cases = new CaseRun(run, discovery);
  const before = await cases.beforeTheLimit();
  const crossing = await crossLimit(run, discovery);
  const after = await cases.afterTheLimit();
  await crossAgain(run, discovery, crossing);

  const exchanges = withCallers(run.client.exchanges, discovery.cast.callers);
  const rateLimits = rateLimitsOf(run.target, exchanges);
  const sequence = new Sequence(withOrganizationOfKey(exchanges, discovery), rateLimits);
  const byLaws = applyLaws(run, exchanges, { discovery, crossing, rateLimits, sequence });
  const inDoubt = doubtLimit(run, byLaws, rateLimits, sequence);
  const byCases = [...before, ...after].filter(({ check }) => run.selection.has(check));
  const judged = [...byCases, ...inDoubt.judged];
  const unlimited = rateLimits === null ? limitedThough(byCases, exchanges) : [];
  const failed = new Set(byLaws.flatMap(({ check, verdict }) => (verdict.verdict === "fail" ? [check.id] : [])));
  const cutBy = run.client.cutBy?.();
  const cut = cutBy === undefined ? [] : [cutBy];
  const isAnyUnread = (run.client.unreadBefore?.size ?? 0) > 0;
  const unread = isAnyUnread ? ["the server left the bodies of requests unread on their connections"] : [];
  return reportOf({
    ...run,
    judged,
    observations: observe(exchanges, targetProperties(run.target), run.observations),
    errors: summarize(run.causedErrors, run.contract.operations),
    exchanges,
    unreadBefore: run.client.unreadBefore,
    replayOf: (check, proofs) => replayCommand(run, check, proofs),
    doubts: [
      ...run.doubts,
      ...limitDoubts(rateLimits, run.target, exchanges),
      ...(run.hasFreshTokens === true ? [] : expiryDoubts(run.target, exchanges)),
      ...(rateLimits === null || inDoubt.windowSeconds === undefined
        ? limiterDoubts(sequence.histories, failed)
        : [windowDoubt(rateLimits, inDoubt.windowSeconds)]),
    ],
    notes: [...run.notes, ...truncated(exchanges), ...cut],
    // A cut goes first: it says why the rest is missing.
    incomplete: [...cut, ...unread, ...discovery.incomplete, ...inDoubt.incomplete, ...unlimited],
    isWhole: run.only === undefined && run.skip === undefined,
  });
}

function announce(run: Run, impression: FirstImpression): void {
  const { requests, seconds, waitSeconds } = forecast(run, impression);
  const sent = plural(requests, "request");
  const waiting = waitSeconds > 0 ? `, ${waitSeconds} of them waiting for the window` : "";
  const time = seconds < 1 ? `${sent}, under 1 s` : `about ${sent}, ${seconds} s${waiting}`;
  run.progress?.say(`${time}; more where checks fail: each failure is repeated`);
  const { cases, laws } = run;
  const looking = laws.length === 0 ? "" : `, ${laws.length} to look at what is answered`;
  run.progress?.say(`${plural(cases.length, "check")} to send requests${looking}`);
  if (run.wholeFor !== undefined)
    run.progress?.say(`all cases are sent: ${run.wholeFor} looks at what the others cause`);
  if (impression.waitMs > 0) run.progress?.waiting({ seconds: impression.waitMs / 1000, why: "for a fresh window" });
}

/** What the laws are given besides the exchanges. */
interface JudgedBy {
  readonly discovery: Discovery;
  readonly crossing: Crossing;
  readonly rateLimits: RateLimits | null;
  readonly sequence: Sequence;
}

function applyLaws(
  run: Run,
  exchanges: readonly Exchange[],
  { discovery, crossing, rateLimits, sequence }: JudgedBy,
): readonly Judged[] {
  const context = createLawContext(run.contract, rateLimits);
  if (discovery.kind === "other-api" && !run.hasFreshTokens)
    return run.laws.map(({ check }) => ({ check, verdict: unjudged("skip", notThisApi) }));
  return run.laws.map(({ kind, check }) =>
    kind === "law"
      ? withSelectionNamed(judgeLaw(check, exchanges, context), run)
      : inFull(
          judgeSequence(check, sequence, unjudgedReason(check, crossing, run, discovery)),
          unsentMethods(check, crossing, run),
        ),
  );
}

/** Where the selection is the reason that nothing was refused, it is what to change. */
function withSelectionNamed(judged: Judged, { only, skip, client }: Run): Judged {
  const { verdict } = judged;
  if (verdict.verdict !== "skip" || !verdict.reason.startsWith(noneRefused)) return judged;
  const flags = [...(only === undefined ? [] : ["--only"]), ...(skip === undefined ? [] : ["--skip"])];
  const cutBy = client.cutBy?.();
  const change = cutBy ?? (flags.length === 0 ? undefined : `leave out ${flags.join(" and ")}`);
  return change === undefined ? judged : { ...judged, verdict: { ...verdict, reason: `${noneRefused}: ${change}` } };
}

/** What was not sent has not been seen to hold. */
const inFull = (judged: Judged, unsent: string | undefined): Judged =>
  unsent !== undefined && judged.verdict.verdict === "pass" ? { ...judged, verdict: unjudged("skip", unsent) } : judged;

/** `rateLimit: null` is declared, and a case was left without an answer by a 429. */
function limitedThough(judged: readonly Judged[], exchanges: readonly Exchange[]): readonly string[] {
  const limited = new Set(exchanges.flatMap(({ status, index }) => (status === 429 ? [index] : [])));
  const isLimited = ({ verdict }: Judged) =>
    verdict.verdict === "inconclusive" && verdict.exchanges.some((index) => limited.has(index));
  return judged.some(isLimited) ? ["429 was answered, although `rateLimit: null` is declared"] : [];
}

/** The report of a run in which nobody answered: nothing is judged, and its note says why. */
export function unreachableReport(options: RunOptions, error: Unreachable): Report {
  const exchanges = error.exchange === undefined ? [] : [exchangeOf({ ...error.exchange, index: 0 })];
  return reportOf({
    ...options,
    contract: options.contract ?? loadContract(),
    startedAt: exchanges[0]?.sentAt ?? options.clock.now(),
    judged: [],
    replayOf: (check) => replayCommand({ ...options, laws: [], senders: new Map() }, check, []),
    observations: [],
    notes: [error.message],
    exchanges,
    incomplete: ["nobody answered"],
  });
}

/** What was sent before it was known whose credential it was, or as what was declared wrongly, is known now. */
function withCallers(exchanges: readonly Exchange[], callers: readonly Caller[]): readonly Exchange[] {
  const known = new Map(callers.map((caller) => [caller.label, caller]));
  return exchanges.map((exchange) => {
    const { organization = exchange.organization, kind } = known.get(exchange.credential) ?? exchange;
    if (exchange.organization === organization && exchange.kind === kind) return exchange;
    return exchangeOf({ ...exchange, kind, ...(organization === undefined ? {} : { organization }) });
  });
}

/** The key whose limit was crossed stands for an organization of its own, where it has none. */
function withOrganizationOfKey(exchanges: readonly Exchange[], { cast, crossing }: Discovery): readonly Exchange[] {
  const organization = organizationForLimiter(cast.callers, crossing);
  if (crossing === undefined || organization === undefined) return exchanges;
  return withCallers(exchanges, [{ ...crossing, organization }]);
}

function truncated(exchanges: readonly Exchange[]): readonly string[] {
  const count = exchanges.filter(({ response }) => response?.isCut === true).length;
  if (count === 0) return [];
  return [`${count} of ${exchanges.length} responses were larger than 8 MiB; they were truncated and not checked`];
}
