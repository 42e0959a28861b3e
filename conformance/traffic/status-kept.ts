/**
 * §4, endpoint 10: a processing status that was shown can still be read minutes later. A 404 before any status, or much later, is not judged:
 * how long it takes until there is a status, and how long it is kept, are not shown.
 */
import type { SequenceLaw } from "../laws/sequence-law.ts";
import { stringIn } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import { identifierAskedFor } from "./identifier-asked-for.ts";

/** In ms. */
const maxAgeMs = 5 * 60_000;

const readBy = ({ credential, request }: Exchange) => `${credential} ${request.url}`;

export const statusKept: SequenceLaw = {
  id: "traffic.status-kept",
  clause: "feedback.kept",
  claim: "A status that was shown can be read by the same caller for the next minutes",
  judge({ exchanges }) {
    const shown = new Map<string, Exchange>();
    let isJudged = false;
    for (const exchange of exchanges) {
      if (exchange.operation !== "getFeedbackStatus") continue;
      const first = shown.get(readBy(exchange));
      if (first === undefined) {
        if (exchange.isSuccess) shown.set(readBy(exchange), exchange);
        continue;
      }
      isJudged ||= exchange.isSuccess;
      if (exchange.status !== 404 || exchange.sentAt < first.receivedAt) continue;
      if (exchange.sentAt - first.receivedAt > maxAgeMs) continue;
      return fails({
        expected: `the status of GET ${pathOf(exchange)}, as ${Math.round((exchange.sentAt - first.receivedAt) / 1000)} s before`,
        actual: "404",
        exchanges: [first.index, exchange.index],
      });
    }
    return isJudged ? holds : notApplicable;
  },
};

/** How many statuses of accepted submissions are 404, whether or not there was one before. */
export function countMissingStatuses(exchanges: readonly Exchange[]): number {
  const missing = exchanges.filter(({ operation, status }) => operation === "getFeedbackStatus" && status === 404);
  if (missing.length === 0) return 0;
  const accepted = new Set(
    exchanges.flatMap((each) =>
      each.operation === "submitFeedback" && each.isSuccess
        ? [`${each.credential} ${stringIn(each, "feedbackId")}`]
        : [],
    ),
  );
  return missing.filter((each) => accepted.has(`${each.credential} ${identifierAskedFor(each)}`)).length;
}
