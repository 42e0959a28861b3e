/** What was served to one class of requests while another key found nothing left. */

import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { holds, notApplicable, unjudged, type Verdict } from "../../model/verdict.ts";
import { credentialsOf, type History, isAdmitted, isRefused, span } from "./history.ts";
import { freedBetween, possibleBetween } from "./refill-bounds.ts";
import { seconds, worst } from "./verdicts.ts";

/** A key's refusal, what was sent then, and its next refusal: in between, its limit was used up. */
interface Emptiness {
  readonly from: Exchange;
  readonly to: Exchange;
  readonly between: readonly Exchange[];
}

/** Whether an exchange is of the class that is judged, when `from` was refused. */
export type Belongs = (exchange: Exchange, from: Exchange) => boolean;

function emptinesses(history: History): readonly Emptiness[] {
  return credentialsOf(history, "api-key").flatMap((credential) => {
    const all = history.exchanges.flatMap((one, at) =>
      isRefused(one) && one.credential === credential && one.request.method === "GET" ? [{ one, at }] : [],
    );
    // One endpoint's refusals tell of the others, whichever of these are refused too.
    const refusals = all.filter(({ one }) => one.operation === all[0]?.one.operation);
    return refusals.slice(1).flatMap(({ one, at }, where) => {
      const from = refusals[where];
      if (from === undefined || at === from.at + 1 || !isOneWindow(history, from.one, one)) return [];
      return [{ from: from.one, to: one, between: history.exchanges.slice(from.at + 1, at) }];
    });
  });
}

/** Too little was sent in between for a new window to be used up. */
function isOneWindow(history: History, from: Exchange, to: Exchange): boolean {
  return span(from, to) < history.windowMs && possibleBetween(history, from, to) < history.limit;
}

/** While the key was refused before and after, more of another class was served than can have come free. */
export function judgeEmptiness(history: History, belongs: Belongs, what: string): Verdict {
  const judgements = emptinesses(history).map((one) => judgeOne(history, one, belongs, what));
  const isShown = judgements.some(({ verdict }) => verdict === "pass");
  // What was refused once needs no second time that was too slow to tell.
  return worst(judgements.filter(({ verdict }) => !isShown || verdict !== "inconclusive"));
}

function judgeOne(history: History, emptiness: Emptiness, belongs: Belongs, what: string): Verdict {
  const { from, to, between } = emptiness;
  const ours = between.filter(
    (one) => belongs(one, from) && one.sentAt >= from.receivedAt && one.receivedAt <= to.sentAt,
  );
  if (ours.length < 2) return notApplicable;
  const most = 1 + freedBetween(history, from, to);
  const served = ours.filter(isAdmitted);
  const ownServed = between.filter(
    (one) => one.credential === from.credential && !belongs(one, from) && isAdmitted(one),
  );
  if (served.length <= most || ownServed.length > most) {
    if (ours.some(isRefused)) return holds;
    return served.length === 0 ? notApplicable : tooSlow(ours, most, emptiness, what);
  }
  const [shown] = served;
  return {
    verdict: "fail",
    expected: `429 for ${what}, once the organization's ${history.limit} requests were used`,
    actual: `${served.length} of ${ours.length} served in ${seconds(span(from, to))}, X-RateLimit-Remaining: ${(shown && remainingOf(shown)) ?? "not told"}`,
    exchanges: [from.index, ...served.map((one) => one.index), to.index],
    ...(shown === undefined ? {} : { shown: shown.index }),
  };
}

/** All were served, and that many can have come free. */
function tooSlow(ours: readonly Exchange[], most: number, { from, to }: Emptiness, what: string): Verdict {
  const needed = ((ours.length - 2) / Math.max(most - 1, 1e-9)) * (from.receivedAt - from.sentAt);
  return unjudged(
    "inconclusive",
    `${ours.length} requests of ${what} were served in ${seconds(span(from, to))}, when as many can have come free; answers within ${Math.floor(needed)} ms would tell`,
  );
}
