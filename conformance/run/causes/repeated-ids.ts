/** A feedbackId that submissions of two organizations got: where one entry replaces another, the first organization finds none. */
import { uniqueFeedbackIds } from "../../laws/feedback-unique-ids.ts";
import { stringIn } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { DiagnosedFailure } from "./diagnosed-failure.ts";

/**
 * For a group of failures: the id of the law that found repeated ids; undefined unless each of them is a 404 to the status of a submission
 * whose feedbackId one of another organization got, too. Within one organization, the entry that replaces another is found in its place.
 */
export function repeatedIdsBehind(
  all: readonly DiagnosedFailure[],
  exchanges: readonly Exchange[],
): (group: readonly DiagnosedFailure[]) => string | undefined {
  const source = all.find(({ sequenceLaw }) => sequenceLaw === uniqueFeedbackIds);
  if (source === undefined) return () => undefined;
  const follows = ({ shown, proof }: DiagnosedFailure) => {
    if (shown?.operation !== "getFeedbackStatus" || shown.status !== 404) return false;
    const shownStatuses = exchanges.filter(
      ({ request, operation, isSuccess }) =>
        isSuccess && operation === shown.operation && request.url === shown.request.url,
    );
    // An entry that was shown after the other had come was not replaced by it. One that nobody is shown was lost otherwise.
    const isReplacedBy = ({ receivedAt, organization }: Exchange) =>
      organization !== shown.organization &&
      shownStatuses.every((each) => each.organization === organization || each.sentAt < receivedAt) &&
      shownStatuses.some((each) => each.organization === organization && each.sentAt >= receivedAt);
    const ids = proof.flatMap(acceptedIdOf);
    return exchanges.some((other) => acceptedIdOf(other).some((id) => ids.includes(id)) && isReplacedBy(other));
  };
  return (group) => (group.every(follows) ? source.result.id : undefined);
}

/** The feedbackId that the exchange gave a submission; empty for any other exchange. */
export function acceptedIdOf(exchange: Exchange): readonly string[] {
  const isAcceptance = exchange.operation === "submitFeedback" && exchange.isSuccess;
  const id = isAcceptance ? stringIn(exchange, "feedbackId") : undefined;
  return id === undefined ? [] : [id];
}
