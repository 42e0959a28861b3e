/** §4, endpoint 9. */
import { defineEndpointCase } from "../case.ts";
import { firstOutcome } from "../shared/accepted-submission.ts";

export const feedbackCanBeSubmitted = defineEndpointCase("submitFeedback", {
  claim: "Feedback can be submitted for a product",
  needs: { credential: "key", writes: true },
  async run(context) {
    const { rejected, unsteady, skip } = await firstOutcome(context);
    const fault = rejected ?? unsteady.pop() ?? skip;
    if (fault !== undefined) throw fault;
  },
});
