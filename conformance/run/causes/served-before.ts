/** A resource that is not found although it was there before: it was lost, and not looked for wrongly. */
import { stringIn } from "../../model/body.ts";
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { pathOf } from "../../model/path-of.ts";
import { neverShownFrom } from "../report/submitting-first.ts";
import type { Failure } from "./failure.ts";

/**
 * `, after it was served 21 s before`; for a status that was never shown, when its submission was accepted, and whether it was missing from
 * the first read on. Empty if neither is known.
 */
export function servedBefore(group: readonly Failure[], exchanges: readonly Exchange[]): string {
  const notFound = group.flatMap(({ shown }) => (shown?.status === 404 && isAuthenticated(shown) ? [shown] : []));
  const sentences = notFound.flatMap((shown) => {
    const before = exchanges.filter((each) => each.isSuccess && each.receivedAt <= shown.sentAt);
    const isSame = (each: Exchange) => each.request.method === "GET" && each.request.url === shown.request.url;
    const served = before.findLast((each) => isSame(each) && each.credential === shown.credential);
    const submission = before.find((each) => isSubmissionOf(each, shown));
    if (served !== undefined) return [`after it was served ${secondsBetween(served, shown)} s before`];
    if (submission === undefined) return [];
    const first = neverShownFrom(shown, exchanges);
    return first === undefined || first.index === shown.index
      ? [`after the submission was accepted ${secondsBetween(submission, shown)} s before`]
      : [`from the first read on, ${secondsBetween(submission, first)} s after the submission was accepted`];
  });
  return sentences[0] === undefined ? "" : `, ${sentences[0]}`;
}

const isSubmissionOf = (exchange: Exchange, { operation, request, organization }: Exchange) =>
  operation === "getFeedbackStatus" &&
  exchange.operation === "submitFeedback" &&
  exchange.organization === organization &&
  pathOf({ request }).split("/").at(-2) === encodeURIComponent(stringIn(exchange, "feedbackId") ?? "");

/** In whole seconds; if it is less than one, with as many digits as show one that is not 0. */
function secondsBetween(earlier: Exchange, later: Exchange): string {
  const seconds = (later.sentAt - earlier.receivedAt) / 1000;
  if (seconds >= 1) return seconds.toFixed(0);
  return [1, 2].map((digits) => seconds.toFixed(digits)).find((text) => Number(text) > 0) ?? "0.01";
}
