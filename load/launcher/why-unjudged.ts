/** Why a law gives no verdict on a load run: nothing shows what it judges, the target stopped answering, or the record has gaps. */
import { noExchange } from "../../conformance/laws/apply.ts";
import { answered429 } from "../../conformance/laws/limiter/answered-429.ts";
import type { History } from "../../conformance/laws/limiter/history.ts";
import { noneLeftWhenExceeded } from "../../conformance/laws/limiter/none-left-when-exceeded.ts";
import { refusedWhenExceeded } from "../../conformance/laws/limiter/refused-when-exceeded.ts";
import { is429 } from "../../conformance/laws/limiter/single-exchange.ts";
import type { Sequence } from "../../conformance/laws/sequence-law.ts";
import type { Exchange } from "../../conformance/model/exchange.ts";
import { type Judged, unjudged, type Verdict } from "../../conformance/model/verdict.ts";

/** What is wrong with the run as a whole, each as a sentence. */
export interface Flaws {
  /** The target stopped answering. */
  readonly stopped?: string | undefined;
  /** Requests that were sent are not recorded. */
  readonly cut?: string | undefined;
}

const unseen = unjudged("skip", noExchange);

/** The limiter's laws whose failures stand though requests are not recorded: these can only add to what was served. */
const provenByRecorded: readonly string[] = [refusedWhenExceeded, noneLeftWhenExceeded, answered429].map(
  ({ id }) => id,
);

/**
 * A law that could not be judged is inconclusive if the run claims it, and is left out otherwise. `why`: the reason, unless the run is
 * flawed. To most of the limiter's laws, a request that is not recorded looks like one that the server counted twice.
 */
export function unlessFlawed(
  { check: { id }, verdict }: Judged,
  isClaimed: boolean,
  { stopped, cut }: Flaws,
  why: () => string,
): Verdict {
  const mayBeByGap = id.startsWith("limit.") && !provenByRecorded.includes(id);
  if (cut !== undefined && verdict.verdict === "fail" && mayBeByGap) return unjudged("inconclusive", cut);
  if (verdict.verdict !== "skip" && verdict.verdict !== "inconclusive") return verdict;
  if (!isClaimed) return unseen;
  // A skip for want of exchanges gives reasons about the target file, which need not hold for a scenario.
  const isConsequence = verdict.reason.startsWith("what fails ");
  const isExplained = isConsequence || (verdict.verdict === "inconclusive" && stopped === undefined);
  return unjudged("inconclusive", isExplained ? verdict.reason : why());
}

/** Why a law found nothing to judge, and what would change that. `stopped`: as in `Flaws`. */
export function whyUnseen(
  id: string,
  judged: readonly Judged[],
  { exchanges, histories }: Sequence,
  stopped: string | undefined,
): string {
  const unseen = "the exchanges of this run do not show it";
  if (!id.startsWith("limit.")) return stopped ?? `${unseen}: it takes two accepted submissions or more`;
  const larger = `${unseen}: a lower limit or a longer window on the target for this run, or faster responses, would`;
  if (exchanges.some(is429)) return stopped ?? larger;
  const failed = judged.find(({ check, verdict }) => check.id.startsWith("limit.") && verdict.verdict === "fail");
  if (failed !== undefined) return `no request was answered 429: fix ${failed.check.id} first`;
  return histories.map(unansweredAtZero).find((each) => each !== undefined) ?? stopped ?? larger;
}

/** A sentence if requests get no answer once nothing of the limit is left, and at no other time. */
function unansweredAtZero({ exchanges, reported, windowMs }: History): string | undefined {
  const unanswered = exchanges.filter(({ status }) => status === 0);
  const zeros = reported.filter(({ remaining }) => remaining <= 0).map(({ exchange }) => exchange);
  const isAtZero = ({ receivedAt }: Exchange) =>
    zeros.some((zero) => zero.sentAt <= receivedAt && receivedAt <= zero.receivedAt + windowMs);
  const [zero] = zeros;
  if (zero === undefined || unanswered.length === 0 || !unanswered.every(isAtZero)) return undefined;
  return `no request was answered 429: once X-RateLimit-Remaining is 0 (exchange ${zero.index}), requests get no answer, such as a closed connection; let them be answered 429 first`;
}
