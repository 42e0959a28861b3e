/** §4, rule 1: the feedbackId of an acceptance is the identifier that endpoint 10 uses. */
import { bodyOf, isObject } from "../../model/body.ts";
import { defineCase, Skip } from "../case.ts";
import { idsWithStatus } from "../shared/acceptances.ts";
import { acceptedSubmission } from "../shared/accepted-submission.ts";
import { acceptedOfEveryType } from "../shared/accepted-types.ts";
import { expectSuccess, mismatch, unlessFailed } from "../shared/expect.ts";
import { feedbackIdOf, freshStatusOf } from "../shared/feedback-status.ts";

const maxAgeMs = 10_000;

export const statusById = defineCase({
  id: "feedback.status-by-id",
  clause: "feedback.identifier",
  claim: "A status that is read by a feedbackId is the status of that submission, also after many others",
  needs: { credential: "key", writes: true },
  async run(context) {
    const { actor, exchange: acceptance } = await acceptedSubmission(context);
    const feedbackId = feedbackIdOf(acceptance);
    // Another case judges a rejected type, and a quota may be used up.
    await unlessFailed(() => acceptedOfEveryType(context));
    const ageMs = context.now() - acceptance.receivedAt;
    // Read again: at the run's first read, there may have been only one status.
    const status = await freshStatusOf(context, actor, feedbackId);
    // The run may have waited for a window in between.
    if ([404, 410].includes(status.status) && ageMs > maxAgeMs && idsWithStatus(context).includes(feedbackId))
      throw new Skip(
        `the status was shown earlier, and is answered ${status.status} ${Math.round(ageMs / 1000)} s after the acceptance: feedback.status-still-there judges for how long it can be read`,
      );
    expectSuccess(status, "for the feedbackId of an acceptance", [acceptance]);
    // Another check judges a status without a feedbackId.
    if (isObject(status.json()) && (bodyOf(status).feedbackId ?? feedbackId) !== feedbackId)
      mismatch(status, `the status of the feedbackId that was asked for, ${JSON.stringify(feedbackId)}`, {
        actual: `its feedbackId is ${JSON.stringify(bodyOf(status).feedbackId)}`,
        after: [acceptance],
      });
  },
});
