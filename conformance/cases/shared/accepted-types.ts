/** §2.11: a submission of each feedbackType, otherwise like the first accepted one. The run sends each once. */
import { concurrently } from "../../client/concurrently.ts";
import { enumerationOf } from "../../generate/fields.ts";
import { requestBodyOf } from "../../generate/request-body.ts";
import { answerOf } from "../../model/response-text.ts";
import { type Actor, type CaseContext, type Exchange, Skip } from "../case.ts";
import { acceptedSubmission, anotherBody } from "./accepted-submission.ts";
import { mayForbid } from "./error-response.ts";
import { expectSuccess } from "./expect.ts";

/** The acceptance of a submission of this type, otherwise like the first. Sent once in a run. */
async function acceptedOfType(context: CaseContext, feedbackType: string): Promise<Exchange> {
  const { actor, exchange: first, bodyFor, references } = await acceptedSubmission(context);
  if (feedbackType === bodyFor(references, "").feedbackType) return first; // what every other submission carries
  return context.once(`submitFeedback ${feedbackType}`, async () => {
    const body = { ...(await anotherBody(context)), feedbackType };
    const exchange = await actor.send("submitFeedback", { body });
    if (mayForbid(exchange)) await skipUnlessRoomForMore(context, actor);
    expectSuccess(exchange, `for feedbackType ${feedbackType}`);
    return exchange;
  });
}

/** Throws `Skip` if a copy of the first submission is now rejected: a quota may be used up. */
const skipUnlessRoomForMore = (context: CaseContext, actor: Actor): Promise<void> =>
  context.once("room for more submissions", async () => {
    const again = await actor.send("submitFeedback", { body: await anotherBody(context) });
    if (mayForbid(again))
      throw new Skip(
        `needs a quota of about 20 submissions: after some were accepted, one was answered ${answerOf(again)}; raise the quota for this run`,
      );
  });

/** Acceptances of all seven types (§2.11). The missing ones are sent concurrently. */
export async function acceptedOfEveryType(context: CaseContext): Promise<void> {
  const types = enumerationOf(requestBodyOf(context.contract, "submitFeedback"), "feedbackType");
  await acceptedSubmission(context);
  await concurrently(types.map((feedbackType) => () => acceptedOfType(context, feedbackType)));
}
