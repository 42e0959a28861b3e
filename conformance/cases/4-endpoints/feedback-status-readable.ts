/** §4, endpoint 10. */
import { defineEndpointCase } from "../case.ts";
import { acceptedSubmission } from "../shared/accepted-submission.ts";
import { expectSuccess } from "../shared/expect.ts";
import { feedbackIdOf, statusOf } from "../shared/feedback-status.ts";

export const feedbackStatusReadable = defineEndpointCase("getFeedbackStatus", {
  claim: "The processing status of an accepted submission can be read, immediately or within the declared grace",
  needs: { credential: "key", writes: true },
  async run(context) {
    const { actor, exchange } = await acceptedSubmission(context);
    const status = await statusOf(context, actor, feedbackIdOf(exchange));
    expectSuccess(status, `within ${context.feedbackGraceMs / 1000} s of the acceptance`, [exchange]);
  },
});
