/** Reports verdicts: as samples of k6's metrics, and as a sentence on the console or, for the launcher, a line of JSON. */
import { check, group } from "k6";
import { isImplied } from "./contract.ts";
import type { Environment } from "./environment.ts";
import { findings, judged, unjudged, warnings } from "./metrics.ts";
import { recordLine } from "./record.ts";
import { type Difference, type ScenarioCheck, scenarioChecks } from "./scenario-checks.ts";
import { withShares } from "./shares.ts";

const tagsOf = ({ id, clause }: ScenarioCheck) => ({ check: id, clause });

/** Counts a failure; the first failure of a check is also described. `isClaimed`: the scenario claims the check, so it is no warning. */
export function reportFailure(
  { isRecording, abortThresholds }: Environment,
  failed: ScenarioCheck,
  { expected, actual, proof = [], share }: Difference,
  { isFirst = true, isClaimed = false }: { readonly isFirst?: boolean; readonly isClaimed?: boolean },
): void {
  const isWarning = isImplied(failed.id) && !isClaimed;
  // A threshold on all failed requests decides instead.
  const isAllowed = failed.id === scenarioChecks.answered.id && abortThresholds.fpk_failed !== undefined;
  (isWarning || isAllowed ? warnings : findings).add(1, tagsOf(failed));
  if (!isFirst) return;
  const { id, clause, claim } = failed;
  // The launcher numbers the exchanges of all processes; their times say which these are.
  const times = proof.map(({ sentAt, receivedAt }) => [sentAt, receivedAt]);
  const line = { fpk: "judgement", verdict: "fail", check: id, clause, expected, actual, share, proof: times };
  if (isRecording) recordLine(line);
  else
    console.error(
      `${isWarning ? "!" : "✗"} ${id}   ${claim}: expected ${expected}; actual ${withShares(actual, share)}`,
    );
}

/** Reports a check that the scenario claims and could not judge. */
export function reportUnjudged({ isRecording }: Environment, open: ScenarioCheck, reason: string): void {
  const { id, clause, claim } = open;
  unjudged.add(1, tagsOf(open));
  if (isRecording) recordLine({ fpk: "judgement", verdict: "inconclusive", check: id, clause, reason });
  else console.warn(`? ${id}   ${claim}: not judged: ${reason}`);
}

/** Counts how often a check was judged. k6 shows the check in the group of its clause. */
export function reportCount(counted: ScenarioCheck, count: { readonly judged: number; readonly failed: number }): void {
  judged.add(count.judged, tagsOf(counted));
  group(counted.clause, () => check(null, { [counted.claim]: () => count.failed === 0 }, tagsOf(counted)));
}

/** Reports one of the scenario's checks; without a `difference` it holds. Only the first time is described. */
export function reportCheck(
  environment: Environment,
  judgedCheck: ScenarioCheck,
  difference: Difference | undefined,
  isFirst = true,
): void {
  const { id, clause } = judgedCheck;
  if (difference !== undefined) reportFailure(environment, judgedCheck, difference, { isFirst, isClaimed: true });
  else if (environment.isRecording && isFirst) recordLine({ fpk: "judgement", verdict: "pass", check: id, clause });
  reportCount(judgedCheck, { judged: 1, failed: difference === undefined ? 0 : 1 });
}

/** Reports a measurement, as a sentence. */
export function reportNote({ isRecording }: Environment, text: string): void {
  if (isRecording) recordLine({ fpk: "note", text });
  else console.log(text);
}

/** Reports that the setup, with its wait for a window, has ended: what is sent from now on belongs to the scenario. `at`: on the client's clock. */
export function reportBegin({ isRecording }: Environment, at: number): void {
  if (isRecording) recordLine({ fpk: "begin", at });
}

const described = new Set<string>();

/** Like `reportCheck`, for a check that is judged on every request: each virtual user describes one pass and one failure of it. */
export function reportEach(
  environment: Environment,
  judgedCheck: ScenarioCheck,
  difference: Difference | undefined,
): void {
  const verdict = `${judgedCheck.id} ${difference === undefined}`;
  reportCheck(environment, judgedCheck, difference, !described.has(verdict));
  described.add(verdict);
}
