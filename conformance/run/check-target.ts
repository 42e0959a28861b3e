/** Judges a target: finds its callers, runs the cases, crosses the limit, applies the laws, and makes the report. */
import { loadContract } from "../../spec/contract.ts";
import { serverIsGone } from "../client/server-outage.ts";
import { maxBodyBytes } from "../client/wire.ts";
import { summarize } from "../generate/error-kinds.ts";
import { createLawContext, judgeLaws } from "../laws/apply.ts";
import { Sequence } from "../laws/sequence-law.ts";
import { type Exchange, exchangeOf } from "../model/exchange.ts";
import type { RateLimits } from "../model/rate-limit.ts";
import type { Report } from "../model/report.ts";
import type { Judged } from "../model/verdict.ts";
import { observe, targetProperties } from "../observations/index.ts";
import { rateLimitsOf } from "../target-file/rate-limits.ts";
import { applyLaws } from "./apply-laws.ts";
import { withoutServedAgain } from "./cases/ended-session.ts";
import { CaseRun } from "./cases/run-cases.ts";
import { showingLaws } from "./causes/hidden.ts";
import { clauseOf } from "./checks/registry.ts";
import { withDeclarationDoubts } from "./declaration/declaration-doubts.ts";
import { expiryDoubts } from "./declaration/declared-expiry.ts";
import { limitDoubts } from "./declaration/declared-limit.ts";
import { longerWindowHint, shorterWindowNote, windowHint } from "./declaration/declared-window.ts";
import { type Discovery, discover } from "./discovery/discover.ts";
import type { Unreachable } from "./first-requests.ts";
import { announce } from "./forecast/announce.ts";
import { requestsNeeded, triesExpired } from "./forecast/forecast.ts";
import { type Crossing, crossAgain, crossLimit } from "./limit/cross.ts";
import { reportOf } from "./report/assemble-report.ts";
import { lostAnswersNote } from "./report/lost-answers.ts";
import { outageOf } from "./report/outage.ts";
import { redirectedNote } from "./report/redirected.ts";
import { replayCommand, sendersOfFailure } from "./report/replay.ts";
import { type Run, type RunOptions, startRun } from "./run.ts";
import { whyIncomplete } from "./why-incomplete.ts";
import { withCallers, withOrganizationOfKey } from "./with-callers.ts";

/** Throws `Unreachable` if the target does not answer, and `UsageError` if the selection names nothing. */
export async function checkTarget(options: RunOptions): Promise<Report> {
  const run = await startRun(options);
  const discovery = await discover({
    ...run,
    requestsNeeded: requestsNeeded(run),
    triesExpired: triesExpired(run),
    beforeWait: (known) => announce(run, known),
  });
  reportDoubts(run, discovery);

  const cases = new CaseRun(run, discovery);
  const before = await cases.beforeTheLimit();
  if (discovery.kind !== "other-api") await cases.repeatLists(sentSoFar(run, discovery).sequence);
  reportSequences(run, discovery);
  const crossing = await crossLimit(run, discovery);
  const after = await cases.afterTheLimit();
  await cases.repeatFailed([...before, ...after]);
  await crossAgain(run, discovery, crossing);

  const byCases = [...before, ...after]
    .filter(({ check }) => run.selection.has(check))
    .map((result) => withoutServedAgain(result, run.client.exchanges));
  return judgeRun(run, { discovery, byCases, crossing });
}

/** Prints what may be wrong in the target file, before the cases fail because of it. */
function reportDoubts(run: Run, { rateLimits }: Discovery): void {
  const { target, hasFreshTokens = false } = run;
  const { exchanges } = run.client;
  const expiry = hasFreshTokens ? [] : expiryDoubts(target, exchanges);
  for (const doubt of [...run.doubts, ...limitDoubts(rateLimits, target, exchanges), ...expiry]) run.onDoubt?.(doubt);
  const hint = windowHint(rateLimits, exchanges) ?? longerWindowHint(rateLimits, exchanges);
  if (hint !== undefined && run.exceedsLimit) run.progress?.say(`! ${hint}`);
}

/** Reports what laws over several exchanges find before the limit is exceeded. Those of the limiter (§8) are judged at the end. */
function reportSequences(run: Run, discovery: Discovery): void {
  if (discovery.kind === "other-api") return;
  const laws = run.laws.flatMap((law) =>
    law.kind === "sequence" && clauseOf(law.check).section !== "8" ? [law.check] : [],
  );
  run.findings.judgeSequence(laws, () => sentSoFar(run, discovery).sequence);
}

/** All exchanges so far, and what the laws need of them. */
function sentSoFar({ client, target }: Run, discovery: Discovery) {
  const exchanges = withCallers(client.exchanges, discovery.cast.callers);
  const rateLimits = rateLimitsOf(target, exchanges);
  const sequence = new Sequence(withOrganizationOfKey(exchanges, discovery), rateLimits, target.credentials);
  return { exchanges, rateLimits, sequence };
}

interface Sent {
  readonly discovery: Discovery;
  readonly byCases: readonly Judged[];
  readonly crossing: Crossing;
}

/** Applies the laws to everything that was sent, and makes the report. */
function judgeRun(run: Run, { discovery, byCases, crossing }: Sent): Report {
  const { target, client } = run;
  const { exchanges, rateLimits, sequence } = sentSoFar(run, discovery);
  const byLaws = applyLaws(run, exchanges, { discovery, crossing, rateLimits, sequence });
  const doubted = withDeclarationDoubts(run, byLaws, sequence, rateLimits);
  const outage = outageOf(exchanges);
  const isLimitInDoubt = doubted.incomplete.length > 0;
  const cutBy = client.cutBy();
  return reportOf({
    ...run,
    judged: [...byCases, ...doubted.judged],
    unselected: unselectedLaws(run, exchanges, rateLimits),
    // Another API's behaviour is no choice of an implementation of this one.
    observations: discovery.kind === "other-api" ? [] : observe(exchanges, targetProperties(target), run.observations),
    errors: summarize(run.causedErrors, run.contract.operations),
    exchanges,
    unreadBefore: client.unreadBefore,
    replayOf: (check, proofs) => replayCommand(run, check, proofs, client.exchanges),
    sendersOf: (check, findings) => sendersOfFailure(run, check, findings, client.exchanges),
    doubts: [...run.doubts, ...doubted.doubts],
    ofDoubtedOrganization: discovery.ofDoubtedOrganization,
    isWindowInDoubt: doubted.isWindowInDoubt,
    notes: [
      outage?.note ?? lostAnswersNote(exchanges) ?? [],
      ...run.notes,
      ...(doubted.isWindowInDoubt ? [] : shorterWindowNote(rateLimits, exchanges)),
      ...truncated(exchanges),
      ...redirectedNote(exchanges),
      cutBy === serverIsGone ? [] : (cutBy ?? []),
    ].flat(),
    incomplete: whyIncomplete(run, { discovery, byCases, exchanges, rateLimits, outage, isLimitInDoubt }),
    isWhole: run.only === undefined && run.skip === undefined,
  });
}

/** Laws that say why a selected check has nothing to judge. */
function unselectedLaws(
  { only, sentBy, selection, contract }: Run,
  exchanges: readonly Exchange[],
  limits: RateLimits | null,
) {
  if (only === undefined || sentBy !== undefined) return [];
  const unselected = showingLaws.filter((law) => !selection.has(law) && !selection.skips(law));
  return judgeLaws(unselected, exchanges, createLawContext(contract, limits));
}

function truncated(exchanges: readonly Exchange[]): readonly string[] {
  const count = exchanges.filter(({ response }) => response?.isCut === true).length;
  if (count === 0) return [];
  const max = `${maxBodyBytes / 1024 / 1024} MiB`;
  return [`${count} of ${exchanges.length} responses were larger than ${max}; they were truncated and not checked`];
}

/** The report if the target did not answer: nothing is judged, and a note says why. */
export function unreachableReport(options: RunOptions, error: Unreachable): Report {
  const exchanges = error.exchange === undefined ? [] : [exchangeOf({ ...error.exchange, index: 0 })];
  const contract = options.contract ?? loadContract();
  return reportOf({
    ...options,
    contract,
    startedAt: exchanges[0]?.sentAt ?? options.clock.now(),
    judged: [],
    replayOf: (check) =>
      replayCommand({ ...options, contract, laws: [], cases: [], senders: new Map() }, check, [], []),
    observations: [],
    notes: [error.message],
    exchanges,
    incomplete: ["the target did not answer"],
  });
}
