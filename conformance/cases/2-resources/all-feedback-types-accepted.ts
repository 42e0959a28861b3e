/** §2.11: the values of feedbackType. */
import { defineCase } from "../case.ts";
import { acceptedOfEveryType } from "../shared/accepted-types.ts";

export const allFeedbackTypesAccepted = defineCase({
  id: "submission.feedback-types",
  clause: "submission.feedback-type",
  claim: "Each of the seven values of feedbackType is accepted",
  needs: { credential: "key", writes: true },
  run: acceptedOfEveryType,
});
