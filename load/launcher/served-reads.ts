/** §4: whether reads that a target serves at first are served as the load of `spike` rises, too. */
import type { Exchange } from "../../conformance/model/exchange.ts";
import { groupBy } from "../../conformance/model/group-by.ts";
import { listed } from "../../conformance/model/in-words.ts";
import { remainingOf } from "../../conformance/model/rate-limit-headers.ts";
import { answerOf } from "../../conformance/model/response-text.ts";
import { fails, holds, type Judged } from "../../conformance/model/verdict.ts";
import { scenarioChecks } from "../in-k6/scenario-checks.ts";
import type { Collected } from "./collect-records.ts";

/** A single rejected read may be chance. */
const minRejected = 2;

/** A valid read of a key, but not of a feedback's status, which may be missing at first, also on another replica. */
const isRead = ({ operation, request, intent, kind }: Exchange) =>
  request.method === "GET" && intent === "valid" && kind === "api-key" && operation !== "getFeedbackStatus";

/**
 * No permission is expected to end within the minutes of a load run. So, unlike in `answers.steady`, a read also counts if it stays rejected until the end.
 * A 5xx is judged by `load.answered`; a limiter that rejects with another status, by the limiter's laws.
 */
const isRejected = (exchange: Exchange) =>
  exchange.status >= 300 &&
  exchange.status < 500 &&
  ![304, 401, 408, 429].includes(exchange.status) &&
  remainingOf(exchange) !== 0;

/** Returns nothing for any scenario but `spike`, and if no read was sent again after it had been served. */
export function judgeServedReads({
  scenario,
  exchanges,
}: Pick<Collected, "scenario" | "exchanges">): readonly Judged[] {
  if (scenario !== "spike") return [];
  const repeated = groupBy(
    exchanges.filter(isRead),
    ({ credential, request }) => `${credential} ${request.url}`,
  ).flatMap((reads) => {
    const [served, ...later] = reads.slice(reads.findIndex(({ isSuccess }) => isSuccess));
    return served?.isSuccess === true && later.length > 0 ? [{ served, later }] : [];
  });
  const rejected = repeated.flatMap(({ served, later }) =>
    later.filter(isRejected).map((exchange) => ({ served, exchange })),
  );
  const [first] = rejected;
  if (first === undefined || rejected.length < minRejected)
    return repeated.length === 0 ? [] : [{ check: scenarioChecks.served, verdict: holds }];
  const { served, exchange } = first;
  const counts = groupBy(
    repeated.flatMap(({ later }) => later),
    ({ operation }) => operation ?? "",
  ).flatMap((reads) => {
    const count = reads.filter(isRejected).length;
    return count === 0 ? [] : [`${count} of ${reads.length} later reads of ${reads[0]?.operation}`];
  });
  const verdict = fails({
    expected: `a 2xx for ${exchange.credential}, as in exchange ${served.index}`,
    actual: `${answerOf(exchange)}; rejected, though the same key had been served the same URL before: ${listed(counts)}`,
    exchanges: [served.index, exchange.index],
  });
  return [{ check: scenarioChecks.served, verdict }];
}
