/** How long accepted submissions were queued, by the exchanges of a run (§2.12, §2.13). */
import { isObject } from "../../model/body.ts";
import { type Exchange, type ExchangeRecord, exchangeOf } from "../../model/exchange.ts";
import type { Report } from "../../model/report.ts";

/**
 * The milliseconds from the acceptance to the first status other than `queued`, in rising order. Each is an upper bound, because
 * the status changes between two reads.
 */
export function queueTimes({ exchanges }: Pick<Report, "exchanges">): readonly number[] {
  const acceptedAt = new Map<string, number>();
  const times = new Map<string, number>();
  const all = exchanges
    .filter(isAboutFeedback)
    .map(exchangeOf)
    .filter(({ isSuccess }) => isSuccess);
  for (const exchange of all.sort((a, b) => a.receivedAt - b.receivedAt)) {
    const { feedbackId, status } = fieldsOf(exchange);
    if (feedbackId === undefined) continue;
    if (exchange.operation === "submitFeedback") acceptedAt.set(feedbackId, exchange.receivedAt);
    const since = acceptedAt.get(feedbackId);
    const isProcessed = exchange.operation === "getFeedbackStatus" && status !== undefined && status !== "queued";
    if (isProcessed && since !== undefined && !times.has(feedbackId))
      times.set(feedbackId, exchange.receivedAt - since);
  }
  return [...times.values()].sort((a, b) => a - b);
}

const isAboutFeedback = ({ operation }: ExchangeRecord) =>
  operation === "submitFeedback" || operation === "getFeedbackStatus";

function fieldsOf(exchange: Exchange): { readonly feedbackId?: string; readonly status?: string } {
  const body = exchange.json();
  if (!isObject(body)) return {};
  const { feedbackId, status } = body;
  return {
    ...(typeof feedbackId === "string" ? { feedbackId } : {}),
    ...(typeof status === "string" ? { status } : {}),
  };
}
