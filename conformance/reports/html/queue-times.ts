/** How long accepted submissions were queued, by the exchanges of a run (§2.12, §2.13). */
import { isObject } from "../../model/body.ts";
import { type Exchange, type ExchangeRecord, exchangeOf } from "../../model/exchange.ts";
import type { Report } from "../../model/report.ts";

/** Milliseconds from the acceptance: until the last read of `queued`, or 0 without one, and until the first other status. It changed in between. */
export interface QueueTime {
  readonly min: number;
  readonly max: number;
}

/** One for each submission that left the queue. */
export function queueTimes({ exchanges }: Pick<Report, "exchanges">): readonly QueueTime[] {
  const acceptedAt = new Map<string, number>();
  const queuedAt = new Map<string, number>();
  const times = new Map<string, QueueTime>();
  const all = exchanges
    .filter(isAboutFeedback)
    .map(exchangeOf)
    .filter(({ isSuccess }) => isSuccess);
  for (const exchange of all.sort((a, b) => a.receivedAt - b.receivedAt)) {
    const { feedbackId: id, status } = fieldsOf(exchange);
    if (id === undefined) continue;
    // Two organizations may number their submissions alike.
    const feedbackId = `${exchange.organization} ${id}`;
    if (exchange.operation === "submitFeedback") acceptedAt.set(feedbackId, exchange.receivedAt);
    const since = acceptedAt.get(feedbackId);
    if (exchange.operation !== "getFeedbackStatus" || since === undefined || times.has(feedbackId)) continue;
    if (status === "queued") queuedAt.set(feedbackId, exchange.sentAt);
    else if (status !== undefined)
      times.set(feedbackId, {
        min: Math.max(0, (queuedAt.get(feedbackId) ?? since) - since),
        max: exchange.receivedAt - since,
      });
  }
  return [...times.values()];
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
