/**
 * §4, rule 1: how long a status is kept is not shown. If the statuses of earlier submissions are 404, new submissions
 * show whether the server no longer keeps them or loses them.
 */
import { concurrently } from "../../client/concurrently.ts";
import { type Body, valueAt, withValue } from "../../generate/place.ts";
import { isObject, requestJson } from "../../model/body.ts";
import { type CaseContext, Skip } from "../case.ts";
import { type Acceptance, acceptancesOf, expectStatuses } from "./acceptances.ts";
import { acceptedSubmission, anotherBody } from "./accepted-submission.ts";
import { uniqueMark } from "./unique-names.ts";

/** More submissions than a short queue holds. */
const burstSize = 6;

/** In ms. Until then, many queues have processed a submission, and every server that keeps statuses has its status. */
const untilProcessedMs = 10_000;

/**
 * Submits several concurrently, and reads their statuses immediately and when they may be processed. Throws `Mismatch`
 * if one has no status, and `Skip` if none is accepted. They are like those of `missing`, whose statuses are missing: a
 * server may lose submissions of one kind only.
 */
export async function expectRecentStatuses(context: CaseContext, missing: readonly Acceptance[]): Promise<void> {
  const { actor } = await acceptedSubmission(context);
  const earlier = acceptancesOf(context).map(({ feedbackId }) => feedbackId);
  await concurrently(
    Array.from({ length: burstSize }, (_, at) => async () => {
      const like = missing[at];
      const body = like === undefined ? undefined : await bodyLike(context, like);
      return body === undefined || like === undefined
        ? actor.send("submitFeedback", { body: await anotherBody(context) })
        : like.actor.send("submitFeedback", { body });
    }),
  );
  const recent = acceptancesOf(context).filter(({ feedbackId }) => !earlier.includes(feedbackId));
  if (recent.length === 0)
    throw new Skip(
      "needs a quota for more submissions: earlier ones have no status, and no further one was accepted; raise the quota for this run",
    );
  await expectStatuses(context, recent, "was accepted just now");
  await context.waitForWrite(untilProcessedMs, untilProcessedMs);
  await expectStatuses(context, recent, "was accepted, and had a status, some seconds ago");
}

const text = ["content", "body"];

/** The same body with another text; undefined if it has no text. */
async function bodyLike(context: CaseContext, { exchange }: Acceptance): Promise<Body | undefined> {
  const body = requestJson(exchange);
  if (!isObject(body)) return undefined;
  const value = valueAt(body, text);
  return typeof value === "string" ? withValue(body, text, `${value} ${await uniqueMark(context)}`) : undefined;
}
