/** §4, endpoint 10: reads the status of a submission that was accepted. */
import { stringIn } from "../../model/body.ts";
import { type Actor, type CaseContext, type Exchange, Skip } from "../case.ts";
import { eventually } from "./expect.ts";

/** The `feedbackId` of an acceptance. Throws `Skip` if it has none: `feedback.acceptance` reports that. */
export function feedbackIdOf(exchange: Exchange): string {
  const feedbackId = stringIn(exchange, "feedbackId");
  if (feedbackId === undefined)
    throw new Skip("the acceptance of a submission has no feedbackId: see feedback.acceptance", ["submitFeedback"]);
  return feedbackId;
}

/** The status of a submission. Read again until it exists or the declared grace is over. */
export const statusOf = (context: CaseContext, actor: Actor, feedbackId: string): Promise<Exchange> =>
  eventually(context, () => actor.read("getFeedbackStatus", { feedbackId }), isSuccess);

/** As `statusOf`, but read again even if the run has read it. */
export const freshStatusOf = (context: CaseContext, actor: Actor, feedbackId: string): Promise<Exchange> =>
  eventually(context, () => actor.send("getFeedbackStatus", { parameters: { feedbackId } }), isSuccess);

const isSuccess = (exchange: Exchange) => exchange.isSuccess;
