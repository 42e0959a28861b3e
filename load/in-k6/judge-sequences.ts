/** The end of a virtual user's work: what all of its exchanges, together, show under the suite's laws. */
import { group } from "k6";
import type { LawContext, SequenceLaw } from "../../conformance/model/check.ts";
import { historiesOf } from "../../conformance/laws/limiter/history.ts";
import { possibleBetween } from "../../conformance/laws/limiter/refill-bounds.ts";
import { walksOf } from "../../conformance/laws/limiter/steps.ts";
import type { Client } from "./client.ts";
import { createLawContext, sequenceLaws } from "./contract.ts";
import { judged, remainingError } from "./metrics.ts";
import { reportCount, reportFailure, reportUnjudged } from "./report.ts";

/** More exchanges than these take k6 too long: only the launcher judges such a sequence. */
const maxExchanges = 5000;

/**
 * To be called once by each virtual user, when it has sent all of its organization's requests. `claims`: ids of the sequence
 * laws that the scenario is about; where one of them cannot be judged, the run fails. Under the launcher it only measures.
 */
export function judgeSequences(client: Client, claims: readonly string[]): void {
  const { environment, exchanges, countsByLaw } = client;
  for (const [law, count] of countsByLaw()) reportCount(law, count);
  if (environment.instances > 1) return;
  const context = createLawContext(environment.rateLimit);
  if (!environment.isRecording) {
    for (const law of sequenceLaws) judgeSequence(client, law, context, claims.includes(law.id));
  }
  if (exchanges.length <= maxExchanges) measureRemainingErrors(client);
}

function judgeSequence(
  { environment, exchanges }: Client,
  law: SequenceLaw,
  context: LawContext,
  isClaimed: boolean,
): void {
  if (exchanges.length > maxExchanges) {
    const reason = `${exchanges.length} exchanges are too many for k6; fpk load judges them`;
    if (isClaimed) reportUnjudged(environment, law, reason);
    return;
  }
  const judgement = group(law.clause, () => law.judge(exchanges, context));
  switch (judgement.verdict) {
    case "fail":
      reportFailure(environment, law, judgement, { isClaimed });
      reportCount(law, { judged: 1, failed: 1 });
      return;
    case "pass":
      reportCount(law, { judged: 1, failed: 0 });
      return;
    case "inconclusive":
      if (isClaimed) reportUnjudged(environment, law, judgement.reason);
      return;
    default:
      if (isClaimed) reportUnjudged(environment, law, "the exchanges of this run do not show it");
  }
}

/** For a virtual user that sees only a part of its organization's requests: counts what was judged since the last call. */
export function countJudgements({ takeJudgedCount }: Client): void {
  const count = takeJudgedCount();
  if (count > 0) judged.add(count);
}

/** No request takes more than one of what remains (§8). */
function measureRemainingErrors({ exchanges, environment }: Client): void {
  if (environment.rateLimit === null) return;
  for (const history of historiesOf(exchanges, environment.rateLimit)) {
    for (const { from, to, told } of walksOf(history).flatMap(({ steps }) => steps)) {
      remainingError.add(Math.max(0, told.from - told.to - (possibleBetween(history, from, to) - 1)));
    }
  }
}
