/**
 * §4, rule 1: for how long a status is kept is not shown. Where those of earlier submissions are 404, recent submissions distinguish a
 * server that forgets them from one that loses them.
 */
import { concurrently } from "../../client/concurrently.ts";
import { type CaseContext, Skip } from "../case.ts";
import { acceptancesOf, expectStatuses } from "./acceptances.ts";
import { acceptedSubmission, anotherBody } from "./accepted-submission.ts";

/** More than a short queue holds. */
const burst = 6;

/** In milliseconds: by then many queues have processed them, and no server that keeps statuses has forgotten them. */
const untilProcessedMs = 10_000;

/**
 * Submits several concurrently, and reads their statuses immediately and when they may be processed. Throws `Mismatch` where one
 * has none, and `Skip` where none is accepted.
 */
export async function expectRecentStatuses(context: CaseContext): Promise<void> {
  const { actor } = await acceptedSubmission(context);
  const earlier = acceptancesOf(context).map(({ feedbackId }) => feedbackId);
  const send = async () => actor.send("submitFeedback", { body: await anotherBody(context) });
  await concurrently(Array.from({ length: burst }, () => send));
  const recent = acceptancesOf(context).filter(({ feedbackId }) => !earlier.includes(feedbackId));
  if (recent.length === 0)
    throw new Skip("needs a quota for more submissions: earlier ones have no status, and no further one was accepted");
  await expectStatuses(context, recent, "was accepted just now");
  await context.waitForWrite(untilProcessedMs, untilProcessedMs);
  await expectStatuses(context, recent, "was accepted, and had a status, some seconds ago");
}
