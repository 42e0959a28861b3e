/** §2.11: a submission of each feedbackType, otherwise like the first accepted one. The run sends each once. */
import { concurrently } from "../../client/concurrently.ts";
import { enumerationOf } from "../../generate/fields.ts";
import type { Body } from "../../generate/place.ts";
import { requestBodyOf } from "../../generate/request-body.ts";
import { answerOf } from "../../model/response-text.ts";
import { type Actor, type CaseContext, type Exchange, Skip } from "../case.ts";
import { acceptedSubmission, anotherBody, bodyForProductOf } from "./accepted-submission.ts";
import { mayForbid } from "./error-response.ts";
import { expectSuccess, whereAvailable } from "./expect.ts";
import { availableActors } from "./permitted.ts";

/** A submission to send. */
interface Submission {
  readonly actor: Actor;
  readonly body: Body;
}

/** Undefined if no other organization's key lists a product. */
async function submissionOfOther(context: CaseContext): Promise<Submission | undefined> {
  const [actor] = availableActors(context, ["other-organization"]);
  return actor && whereAvailable(async () => ({ actor, body: await bodyForProductOf(context, actor) }));
}

/** The acceptance of a submission of this type, otherwise like the first; by `other`, if it may. Sent once in a run. */
async function acceptedOfType(context: CaseContext, feedbackType: string, other?: Submission): Promise<Exchange> {
  const { actor, exchange: first, bodyFor, references } = await acceptedSubmission(context);
  if (feedbackType === bodyFor(references, "").feedbackType) return first; // what every other submission carries
  return context.once(`submitFeedback ${feedbackType}`, async () => {
    const ofOther = await other?.actor.send("submitFeedback", { body: { ...other.body, feedbackType } });
    if (ofOther?.isSuccess) return ofOther;
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

/**
 * Acceptances of all seven types (§2.11). The missing ones are sent concurrently, the first of them by a key of another
 * organization, if there is one: a target must not mix them up.
 */
export async function acceptedOfEveryType(context: CaseContext): Promise<void> {
  const types = enumerationOf(requestBodyOf(context.contract, "submitFeedback"), "feedbackType");
  await acceptedSubmission(context);
  const other = await submissionOfOther(context);
  await concurrently(types.map((type, at) => () => acceptedOfType(context, type, at === 0 ? other : undefined)));
}
