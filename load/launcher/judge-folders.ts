/** `--judge`: judges together what k6 processes elsewhere, such as in pods, have recorded. Sends nothing. */
import { existsSync } from "node:fs";
import { UsageError } from "../../cli/usage-error.ts";
import { callerOf } from "../../conformance/client/caller.ts";
import type { Report } from "../../conformance/model/report.ts";
import type { OperationId } from "../../spec/read-contract.ts";
import { type Collected, collectRecords, secondsOf } from "./collect-records.ts";
import { judgeRun } from "./judge-run.ts";
import { filesIn } from "./k6-command.ts";
import type { LoadRunOptions } from "./load-run.ts";
import { requireOneRun } from "./one-run.ts";
import { assignRoles } from "./roles.ts";
import { shippedScenario } from "./scenario.ts";
import type { Trial } from "./try-target.ts";
import { requireSent } from "./user-thresholds.ts";

/** How far the clocks of machines with NTP may differ, in milliseconds. */
const maxClockDifferenceMs = 50;

/**
 * `folders`: one for each process, with `console.txt`, `summary.json` and `samples.json`. Throws `UsageError` if these are not all
 * records of one run, or if the run was on another target.
 */
export async function judgeFolders(folders: readonly string[], options: LoadRunOptions): Promise<Report> {
  const { target, clock } = options.chosen;
  const startedAt = clock.now();
  for (const folder of folders) requireConsole(folder);
  const roles = assignRoles(target.credentials.map((credential) => callerOf(credential, credential.org)));
  const baseUrl = { inside: target.baseUrl, outside: target.baseUrl };
  const { recorder } = options;
  const graceMs = 1000 * target.feedbackGraceSeconds;
  const collected = await collectRecords({ recorder, folders, roles, firstIndex: 0, baseUrl, graceMs });
  requireSameTarget(collected, target.baseUrl);
  const identity = requireOneRun(collected, folders, maxClockDifferenceMs);
  const result = { ...collected, failure: undefined, refusal: undefined, exception: undefined };
  const scenario =
    identity === undefined ? { name: "script", operand: "script", path: "" } : shippedScenario(identity.scenario);
  const isRecorded = (operation: OperationId | undefined) =>
    collected.exchanges.some((exchange) => exchange.operation === operation);
  // The script may be an edited copy, which sends more.
  requireSent(
    options.latencies.filter(({ operation }) => !isRecorded(operation)),
    [scenario],
  );
  const missing = missingSummaries(collected, folders);
  const report = judgeRun({
    runs: [{ scenario, result }],
    leftOut: [],
    notStarted: [],
    roles,
    trial: { ...untried, incomplete: missing },
    cut: missing[0],
    options: { ...options, instances: folders.length, seed: Number(identity?.seed ?? options.seed) },
    startedAt,
    clockDifferenceMs: folders.length > 1 ? maxClockDifferenceMs : 0,
  });
  // The seconds of the run, not those of judging it.
  return { ...report, seconds: Math.round(secondsOf(collected.exchanges) * 1000) / 1000 };
}

const untried: Trial = {
  callers: [],
  hasRejected: false,
  exchanges: [],
  doubts: [],
  hints: [],
  notes: [],
  incomplete: [],
};

function requireConsole(folder: string): void {
  const { console } = filesIn(folder);
  if (!existsSync(console)) {
    throw new UsageError(`there is no ${console}: --judge takes the folders that k6 processes have recorded into`);
  }
}

function requireSameTarget({ exchanges }: Collected, baseUrl: string): void {
  const other = exchanges.find(({ request }) => !request.url.startsWith(`${baseUrl}/`));
  if (other === undefined) return;
  throw new UsageError(`the target is ${baseUrl}, and what was recorded went to ${other.request.url}`);
}

const missingSummaries = ({ hasEnded }: Collected, folders: readonly string[]): readonly string[] =>
  folders.flatMap((folder, at) =>
    hasEnded[at] ? [] : [`in ${folder} k6 wrote no whole summary: it did not come to its end`],
  );
