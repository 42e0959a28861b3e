/** The end of a scenario's virtual user: what all of its exchanges, together, say under the suite's laws. */
import { group } from "k6";
import { historiesOf } from "../../conformance/laws/limiter/history.ts";
import { possibleBetween } from "../../conformance/laws/limiter/refill-bounds.ts";
import { walksOf } from "../../conformance/laws/limiter/steps.ts";
import { uniqueFeedbackIds } from "../../conformance/laws/unique-feedback-ids.ts";
import type { Client } from "./client.ts";
import { lawContext, limiterLaws } from "./judged.ts";
import { judged, remainingError } from "./metrics.ts";
import { close, report, reportOpen } from "./report.ts";

/** More exchanges than these take k6 too long: their sequence is left to the launcher. */
const mostJudged = 5000;

/**
 * To be called once by each virtual user, when it has sent all of its organization's requests. `claims`: ids of the sequence
 * laws that the scenario is about; one of them that stays open makes the run red.
 */
export function conclude(client: Client, claims: readonly string[]): void {
  const { environment, exchanges, tally } = client;
  for (const [law, count] of tally()) close(law, count);
  if (environment.instances > 1) return;
  const context = lawContext(environment.rateLimit);
  for (const law of [...limiterLaws, uniqueFeedbackIds]) {
    const isClaimed = claims.includes(law.id);
    if (exchanges.length > mostJudged) {
      if (isClaimed)
        reportOpen(environment, law, `${exchanges.length} exchanges are too many here; fpk load judges them`);
      continue;
    }
    const judgement = group(law.clause, () => law.judge(exchanges, context));
    if (judgement.verdict === "fail") report(environment, law, judgement, true, isClaimed);
    if (judgement.verdict === "pass" || judgement.verdict === "fail") {
      close(law, { judged: 1, failed: judgement.verdict === "fail" ? 1 : 0 });
    } else if (isClaimed) {
      const reason = judgement.verdict === "inconclusive" ? judgement.reason : "the exchanges of this run do not tell";
      reportOpen(environment, law, reason);
    }
  }
  if (exchanges.length <= mostJudged) tellRemainingErrors(client);
}

/** For a virtual user that sees a part of its organization's requests only. */
export function concludePart({ takeJudged }: Client): void {
  const count = takeJudged();
  if (count > 0) judged.add(count);
}

/** No request takes more than one of what remains (§8). */
function tellRemainingErrors({ exchanges, environment }: Client): void {
  if (environment.rateLimit === null) return;
  for (const history of historiesOf(exchanges, environment.rateLimit)) {
    for (const { from, to, told } of walksOf(history).flatMap(({ steps }) => steps)) {
      remainingError.add(Math.max(0, told.from - told.to - (possibleBetween(history, from, to) - 1)));
    }
  }
}
