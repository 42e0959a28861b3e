/** A feedbackId that several submissions got: where one entry replaces another, the status of the first is not found. */
import { uniqueFeedbackIds } from "../../laws/feedback-unique-ids.ts";
import { stringIn } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { Found } from "./found.ts";

/**
 * For a group of failures: the id of the law that found repeated ids; undefined unless each of them is a 404 to the status of a submission
 * whose feedbackId another got, too, perhaps in another organization.
 */
export function repeatedIdsBehind(
  all: readonly Found[],
  exchanges: readonly Exchange[],
): (group: readonly Found[]) => string | undefined {
  const source = all.find(({ sequenceLaw }) => sequenceLaw === uniqueFeedbackIds);
  if (source === undefined) return () => undefined;
  const accepted = new Set<string>();
  const repeated = new Set<string>();
  for (const id of exchanges.flatMap(acceptedIdOf)) {
    if (accepted.has(id)) repeated.add(id);
    accepted.add(id);
  }
  const follows = ({ shown, proof }: Found) =>
    shown?.operation === "getFeedbackStatus" &&
    shown.status === 404 &&
    proof.flatMap(acceptedIdOf).some((id) => repeated.has(id));
  return (group) => (group.every(follows) ? source.result.id : undefined);
}

/** The feedbackId that the exchange gave a submission; empty for any other exchange. */
export const acceptedIdOf = (exchange: Exchange) =>
  exchange.operation === "submitFeedback" && exchange.isSuccess ? (stringIn(exchange, "feedbackId") ?? []) : [];
