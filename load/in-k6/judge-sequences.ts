/** Judges all exchanges of a virtual user together: whether they were answered, and by the suite's sequence laws. */
import { group } from "k6";
import { fallOf, maxFall, stepsByKeyAndPath } from "../../conformance/laws/limiter/remaining-steps.ts";
import { Sequence, type SequenceLaw } from "../../conformance/laws/sequence-law.ts";
import { claimsOf } from "./claims.ts";
import type { Client } from "./client.ts";
import { sequenceLaws } from "./contract.ts";
import { judgeAnswers } from "./judge-answers.ts";
import { judged, remainingError } from "./metrics.ts";
import type { ScenarioName } from "./plans.ts";
import { reportCount, reportFailure, reportUnjudged } from "./report.ts";
import { maxExchanges } from "./shapes.ts";

/**
 * To be called once, by a virtual user that has sent all of its organization's requests. If a law that `scenario` claims cannot be
 * judged, the run is inconclusive; without `scenario` no law is claimed. If `isRecording`, the launcher judges the sequence laws.
 */
export function judgeSequences(client: Client, scenario?: ScenarioName): void {
  const { environment, exchanges, countsByLaw } = client;
  const { instances, tokens } = environment;
  const run = { hasSecondKey: tokens.KEY_A2 !== undefined, exchanges, instances };
  const claims = scenario === undefined ? [] : claimsOf(scenario, run);
  for (const [law, count] of countsByLaw()) reportCount(law, count);
  // Most laws judge responses only, so all of them may hold on a target that went down.
  judgeAnswers(environment, exchanges);
  // Each of several processes sees only a part of the organization's requests.
  if (instances > 1) return;
  const sequence = new Sequence(exchanges, environment.rateLimit);
  if (!environment.isRecording) {
    for (const law of sequenceLaws) judgeSequence(client, law, sequence, claims.includes(law.id));
  }
  if (exchanges.length <= maxExchanges) measureRemainingErrors(sequence);
}

function judgeSequence(
  { environment, exchanges }: Client,
  law: SequenceLaw,
  sequence: Sequence,
  isClaimed: boolean,
): void {
  if (exchanges.length > maxExchanges) {
    const reason = `${exchanges.length} exchanges are too many for k6; fpk load judges them`;
    if (isClaimed) reportUnjudged(environment, law, reason);
    return;
  }
  const verdict = group(law.clause, () => sequence.verdictOf(law));
  const isFailure = verdict.verdict === "fail";
  if (isFailure || verdict.verdict === "pass") {
    if (isFailure) reportFailure(environment, law, verdict, { isClaimed });
    reportCount(law, { judged: 1, failed: isFailure ? 1 : 0 });
  } else if (isClaimed) {
    const unseen = "the exchanges of this run do not show it";
    reportUnjudged(environment, law, verdict.verdict === "inconclusive" ? verdict.reason : unseen);
  }
}

/** For a virtual user that sees only a part of its organization's requests: adds the judgements since the last call to `fpk_judged`. */
export function countJudgements({ takeJudgedCount }: Client): void {
  const count = takeJudgedCount();
  if (count > 0) judged.add(count);
}

/** Adds to `fpk_remaining_error`, for each two consecutive responses, by how much `X-RateLimit-Remaining` fell too far (§8). */
function measureRemainingErrors({ histories }: Sequence): void {
  for (const history of histories) {
    for (const step of stepsByKeyAndPath(history).flat()) {
      remainingError.add(Math.max(0, fallOf(step) - maxFall(history, step)));
    }
  }
}
