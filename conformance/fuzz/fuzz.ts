/** `fpk fuzz`: Schemathesis sends requests, and our laws judge the responses. The report is like that of `fpk check`. */
import { plural } from "../../cli/plural.ts";
import { shellQuote } from "../../cli/shell-quote.ts";
import { type OperationId, operationIds } from "../../spec/contract.ts";
import { type Client, Cut, createClient } from "../client/client.ts";
import { createLawContext } from "../laws/apply.ts";
import type { LawContext } from "../model/check.ts";
import { type Exchange, exchangeOf } from "../model/exchange.ts";
import type { Report } from "../model/report.ts";
import { type Judged, unjudged } from "../model/verdict.ts";
import { checksFor, loadChecks } from "../run/checks/registry.ts";
import { reportOf } from "../run/report/assemble-report.ts";
import { rateLimitsOf } from "../target-file/rate-limits.ts";
import { fuzzLaws, fuzzRunChecks } from "./fuzz-laws.ts";
import { organizationOf } from "./hook-input.ts";
import { createJudge, type Judge } from "./judged-exchange.ts";
import { type FuzzOptions, isIncluded } from "./options.ts";
import { type Prepared, prepare, type Remarks } from "./prepare.ts";
import { isProfileUnchanged, restoreProfile } from "./profile.ts";
import { reasonsOfSelection } from "./reasons-of-selection.ts";
import { crashedSubmissions, replayCrashes } from "./replay-crashes.ts";
import { runSchemathesis, type SchemathesisRun } from "./schemathesis-run.ts";
import { verdictsOf } from "./verdicts.ts";

interface FuzzRun extends SchemathesisRun {
  /** The operations that Schemathesis was asked to send. */
  readonly included: readonly OperationId[];
  readonly replayed?: Judged | undefined;
}

/**
 * Runs Schemathesis once, and judges all exchanges. Throws `Unreachable` if the target does not answer, and `UsageError`
 * if Schemathesis refuses a forwarded argument.
 */
export async function fuzz(options: FuzzOptions): Promise<Report> {
  const { target, clock, contract, generation, progress } = options;
  const startedAt = clock.now();
  const remarks: Remarks = { notes: [], incomplete: [], isOtherApi: false };
  const onWait = ({ ms }: { readonly ms: number }) =>
    progress.waiting({ seconds: ms / 1000, why: "for the rate limit" });
  const client = createClient({ ...options, onWait });
  const checks = checksFor(await loadChecks(), contract);
  const laws = checks.flatMap((check) => (check.kind === "law" ? [check.check] : []));
  // Laws that need an exceeded limit are left out: `fpk check` judges them, and exceeds the limit on purpose.
  const sequenceLaws = checks.flatMap(({ kind, check }) =>
    kind === "sequence" && check.needs?.limitExceeded !== true ? [check] : [],
  );
  const lawsOfFuzzing = fuzzLaws(contract);
  const context: LawContext = {
    ...createLawContext(contract, target.rateLimit),
    get rateLimit() {
      return rateLimitsOf(target, client.exchanges);
    },
  };
  const judge = createJudge([...laws, ...lawsOfFuzzing], context);
  const run = await runAll(options, client, judge, remarks);
  const ours = client.exchanges.map(judge);
  const fuzzed = run.judged.map((judged, at) => ({
    ...judged,
    exchange: exchangeOf({ ...judged.exchange, index: ours.length + at }),
  }));
  const { replayed } = run;
  const verdicts = verdictsOf({ laws, fuzzLaws: lawsOfFuzzing, sequenceLaws, context, ours, fuzzed, replayed });
  const forwarded = options.forwardedArgs.length === 0 ? "" : ` -- ${options.forwardedArgs.map(shellQuote).join(" ")}`;
  return reportOf({
    ...options,
    seed: generation.seed,
    startedAt,
    judged: remarks.isOtherApi
      ? []
      : [...verdicts.map(reasonsOfSelection(generation, checks)), ...unjudgedResultsOf(run)],
    observations: [],
    notes: remarks.notes,
    exchanges: [...ours, ...fuzzed].map(({ exchange }) => exchange),
    incomplete: [...remarks.incomplete, ...(remarks.isOtherApi ? [] : whyIncomplete(run, options))],
    replayOf: () => `fpk fuzz${options.replayArguments} --seed ${generation.seed}${forwarded}`,
  });
}

/** The run of Schemathesis. It is empty if no caller can send, or if the run is cut before Schemathesis starts. */
async function runAll(options: FuzzOptions, client: Client, judge: Judge, remarks: Remarks): Promise<FuzzRun> {
  try {
    const prepared = await prepare(options, client, remarks);
    if (prepared !== undefined) return await runPrepared(options, client, judge, prepared, remarks.notes);
  } catch (error) {
    if (!(error instanceof Cut)) throw error;
  }
  return { judged: [], unanswered: [], included: [] };
}

async function runPrepared(
  options: FuzzOptions,
  client: Client,
  judge: Judge,
  { callers, profile, runInput }: Prepared,
  notes: string[],
): Promise<FuzzRun> {
  const { generation, hookInput } = runInput;
  const included = operationIds.filter((id) => isIncluded(generation, id));
  let isUnchanged = false;
  try {
    const run = { ...(await runSchemathesis(options, runInput, judge, notes)), included };
    isUnchanged = !options.signal.aborted && isProfileUnchanged(run);
    const exchanges = run.judged.map(({ exchange }) => exchange);
    notes.push(...countsOf(exchanges, hookInput.mark));
    const crashed = options.readOnly ? [] : crashedSubmissions(exchanges);
    // The replaying caller is one whose own submission crashed.
    const caller = callers.find(({ label }) => label === crashed[0]?.credential);
    const accepted = caller === undefined ? undefined : hookInput.bodies[organizationOf(caller)]?.submitFeedback;
    if (caller === undefined || accepted === undefined) return run;
    return { ...run, replayed: await replayCrashes(crashed, { client, caller, accepted }) };
  } finally {
    if (profile !== undefined && !isUnchanged) {
      await restoreProfile(profile, { client, target: options.target, notes });
    }
  }
}

/** Notes: how many requests were sent and answered 2xx, and which data the run has created on the target. */
function countsOf(exchanges: readonly Exchange[], mark: string): readonly string[] {
  if (exchanges.length === 0) return [];
  const withIds = exchanges.filter(({ request }) => /\/v1\/(?:products|feedback|organizations)\/./.test(request.url));
  const succeeded = (sent: readonly Exchange[]) => sent.filter(({ isSuccess }) => isSuccess).length;
  const percent = Math.round((100 * succeeded(withIds)) / withIds.length);
  const ofThose = withIds.length === 0 ? "" : `; of those with an identifier in the path ${percent} %`;
  const created = (["submitFeedback", "inviteMember", "createOrganization"] as const).flatMap((operation) => {
    const count = succeeded(exchanges.filter((exchange) => exchange.operation === operation));
    return count === 0 ? [] : [`${operation} ${count}`];
  });
  return [
    `Schemathesis sent ${exchanges.length} requests, of which ${succeeded(exchanges)} were answered 2xx${ofThose}`,
    ...(created.length === 0
      ? []
      : [`writes that were accepted: ${created.join(", ")}; what they created is marked ${mark}`]),
  ];
}

function whyIncomplete({ judged, included }: FuzzRun, options: FuzzOptions): readonly string[] {
  const { signal, generation, target } = options;
  if (signal.aborted) return ["the run was interrupted"];
  const { time } = generation;
  const within = time === undefined ? "" : ` in ${time} s (its start takes a few of them)`;
  if (!judged.some(({ exchange }) => exchange.response !== undefined)) return [`Schemathesis got no response${within}`];
  const missed = included.filter((id) => !judged.some(({ exchange }) => exchange.operation === id));
  if (time !== undefined && missed.length > 0) {
    const reached = `${included.length - missed.length} of ${plural(included.length, "operation")}`;
    return [`Schemathesis reached ${reached}${within}: raise --time`];
  }
  if (judged.some(({ exchange }) => exchange.isSuccess)) return [];
  if (time !== undefined) return [`Schemathesis got no 2xx${within}: raise --time`];
  return [`nothing that was sent was answered 2xx: is ${target.baseUrl} the API's base URL?`];
}

/** Results that do not judge the target: requests that were not answered, and an error in Schemathesis. */
function unjudgedResultsOf({ broken, unanswered: [first, ...others] }: FuzzRun): readonly Judged[] {
  const failures: Judged[] = [];
  if (first !== undefined) {
    const reason = `not answered: ${first.split("\n")[0]}${others.length === 0 ? "" : ` (and ${others.length} more)`}`;
    failures.push({ check: fuzzRunChecks.answered, verdict: unjudged("inconclusive", reason) });
  }
  if (broken !== undefined) failures.push({ check: fuzzRunChecks.schemathesis, verdict: unjudged("broken", broken) });
  return failures;
}
