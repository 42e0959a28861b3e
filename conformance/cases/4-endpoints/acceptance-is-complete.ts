/** §4, rule 1, and §2.12: the acceptance of a submission. */
import { bodyOf } from "../../model/body.ts";
import { defineCase } from "../case.ts";
import { acceptedSubmission } from "../shared/accepted-submission.ts";
import { mismatch } from "../shared/expect.ts";

export const acceptanceIsComplete = defineCase({
  id: "feedback.acceptance",
  clause: "feedback.accepted",
  claim: "An acceptance carries status queued, a feedbackId and a url",
  needs: { credential: "key", writes: true },
  async run(context) {
    const { exchange } = await acceptedSubmission(context);
    const { status, feedbackId, url } = bodyOf(exchange);
    if (status !== "queued" || typeof feedbackId !== "string" || typeof url !== "string")
      mismatch(exchange, 'status "queued", a feedbackId and a url');
  },
});
