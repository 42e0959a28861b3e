/** A resource that is not found although it was there before: it was lost, and not looked for wrongly. */
import { stringIn } from "../../model/body.ts";
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { pathOf } from "../../model/path-of.ts";
import type { Failure } from "./failure.ts";

/** `, after it was served 21 s before`; for a status that nobody read before, when its submission was accepted. Empty if neither is known. */
export function servedBefore(group: readonly Failure[], exchanges: readonly Exchange[]): string {
  const notFound = group.flatMap(({ shown }) => (shown?.status === 404 && isAuthenticated(shown) ? [shown] : []));
  const sentences = notFound.flatMap((shown) => {
    const before = exchanges.filter((each) => each.isSuccess && each.receivedAt <= shown.sentAt);
    const isSame = (each: Exchange) => each.request.method === "GET" && each.request.url === shown.request.url;
    const served = before.findLast((each) => isSame(each) && each.credential === shown.credential);
    const submission = before.find((each) => isSubmissionOf(each, shown));
    if (served !== undefined) return [`after it was served ${secondsBetween(served, shown)} s before`];
    return submission === undefined
      ? []
      : [`after the submission was accepted ${secondsBetween(submission, shown)} s before`];
  });
  return sentences[0] === undefined ? "" : `, ${sentences[0]}`;
}

const isSubmissionOf = (exchange: Exchange, { operation, request, organization }: Exchange) =>
  operation === "getFeedbackStatus" &&
  exchange.operation === "submitFeedback" &&
  exchange.organization === organization &&
  pathOf({ request }).split("/").at(-2) === encodeURIComponent(stringIn(exchange, "feedbackId") ?? "");

/** In whole seconds; in tenths if it is less than one. */
function secondsBetween(earlier: Exchange, later: Exchange): string {
  const seconds = (later.sentAt - earlier.receivedAt) / 1000;
  return seconds.toFixed(seconds < 1 ? 1 : 0);
}
