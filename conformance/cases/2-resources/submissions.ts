/** §2.11: the fields of a submission, their values, and any text and structure within their types. */
import { defineCase } from "../../case.ts";
import { expectRefused, mismatch } from "../../expect.ts";
import { guiltyOf, hazards, withHazards } from "../../hazards.ts";
import { fullSubmission } from "../../submission.ts";
import { accepted, acceptedAs, feedbackTypes } from "../4-endpoints/feedback.ts";

export const eachType = defineCase({
  id: "submission.feedback-types",
  clause: "submission.feedback-type",
  claim: "Each of the seven values of feedbackType is accepted",
  needs: { credential: "key", writes: true },
  async run(context) {
    for (const feedbackType of feedbackTypes) await acceptedAs(context, feedbackType);
  },
});

/** One wrong thing at a time. */
const wrong: readonly Readonly<Record<string, unknown>>[] = [
  { feedbackType: "no_such_type" },
  { productId: 7 },
  { content: "a string" },
];

export const wrongTypes = defineCase({
  id: "submission.wrong-types",
  clause: "submission.refuses",
  claim: "A submission with a field of another type, or an unknown feedbackType, is refused",
  needs: { credential: "key", writes: true },
  async run(context) {
    const { actor, references } = await accepted(context);
    for (const change of wrong) {
      const body = { ...fullSubmission(references, context.mark), ...change };
      const exchange = await actor.send("submitFeedback", { body, intent: "invalid" });
      expectRefused(exchange, `for ${JSON.stringify(change)}`);
      context.observe("endpoint.error-codes", `a wrong field of a submission: ${exchange.status}`);
    }
  },
});

export const textAndStructure = defineCase({
  id: "submission.hazards",
  clause: "submission.text",
  claim: "Text and metadata of any kind are answered, never with a 5xx",
  needs: { credential: "key", writes: true },
  async run(context) {
    const { actor, references } = await accepted(context);
    const plain = fullSubmission(references, context.mark);
    const send = async (names: readonly string[]) =>
      actor.send("submitFeedback", { rawBody: JSON.stringify(withHazards(plain, names)) });
    const all = hazards.map(({ name }) => name);
    const combined = await send(all);
    if (!combined.isSuccess)
      context.observe("error.statuses", `a submission with every hazard of text: ${combined.status}`);
    if (combined.status < 500) return;
    const guilty = await guiltyOf(all, async (names) => (await send(names)).status >= 500);
    const shown = await send(guilty);
    mismatch(shown, `an answer that is no 5xx to ${guilty.join(" with ")}`);
  },
});
