/** §2.11: the fields of a submission, their values, and any text and structure within their types. */
import { defineCase } from "../../case.ts";
import type { Exchange } from "../../exchange.ts";
import { expectRefused, mismatch } from "../../expect.ts";
import { guiltyOf, hazards, withHazards } from "../../hazards.ts";
import { isObject } from "../../laws/body-view.ts";
import { fullSubmission } from "../../submission.ts";
import { accepted, acceptedAs, feedbackTypes } from "../4-endpoints/feedback.ts";

export const eachType = defineCase({
  id: "submission.feedback-types",
  clause: "submission.feedback-type",
  claim: "Each of the seven values of feedbackType is accepted",
  needs: { credential: "key", writes: true },
  requests: 7,
  async run(context) {
    for (const feedbackType of feedbackTypes) await acceptedAs(context, feedbackType);
  },
});

/** One wrong thing at a time, where a target may well take it. */
const wrong: readonly Readonly<Record<string, unknown>>[] = [
  { feedbackType: "no_such_type" },
  { productId: 7 },
  { content: "a string" },
];

/** Wrong all at once; which of them are taken is asked only where all are. */
const wrongTogether = ["metadata", "notes", "sourceUrl", "content.body", "content.title"] as const;

function withWrong(
  plain: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Readonly<Record<string, unknown>> {
  const changed = { ...plain, content: { ...(isObject(plain.content) ? plain.content : {}) } };
  for (const name of names) {
    if (name.startsWith("content.")) Object.assign(changed.content, { [name.slice("content.".length)]: 7 });
    else Object.assign(changed, { [name]: name === "metadata" ? "a string" : [7] });
  }
  return changed;
}

export const wrongTypes = defineCase({
  id: "submission.wrong-types",
  clause: "submission.refuses",
  claim: "A submission with a field of another type, or an unknown feedbackType, is refused",
  needs: { credential: "key", writes: true },
  requests: 4,
  async run(context) {
    const { actor, references } = await accepted(context);
    for (const change of wrong) {
      const body = { ...fullSubmission(references, context.mark), ...change };
      const exchange = await actor.send("submitFeedback", { body, intent: "invalid" });
      expectRefused(exchange, `for ${JSON.stringify(change)}`);
      context.observe("endpoint.error-codes", `a wrong field of a submission: ${exchange.status}`);
    }
    const plain = fullSubmission(references, context.mark);
    const send = (names: readonly string[]) =>
      actor.send("submitFeedback", { body: withWrong(plain, names), intent: "invalid" });
    const exchange = await send(wrongTogether);
    if (!exchange.isSuccess) return;
    let taken = exchange;
    const names = await guiltyOf(wrongTogether, async (part) => {
      const answer = await send(part);
      if (answer.isSuccess) taken = answer;
      return answer.isSuccess;
    });
    expectRefused(taken, `for another type of ${names.join(" and ")}`);
  },
});

export const textAndStructure = defineCase({
  id: "submission.hazards",
  clause: "submission.text",
  claim: "Text and metadata of any kind are answered, never with a 5xx",
  needs: { credential: "key", writes: true },
  requests: 1,
  async run(context) {
    const { actor, references } = await accepted(context);
    const plain = fullSubmission(references, context.mark);
    const send = async (names: readonly string[]) =>
      actor.send("submitFeedback", { rawBody: JSON.stringify(withHazards(plain, names)) });
    let names = hazards.map(({ name }) => name);
    for (let round = 0; round <= mostRefused; round += 1) {
      const { status, isSuccess } = await send(names);
      if (isSuccess) return;
      if (status >= 500) {
        const guilty = await guiltyOf(names, async (part) => (await send(part)).status >= 500);
        mismatch(await send(guilty), `an answer that is no 5xx to ${guilty.join(" with ")}`);
      }
      // A 4xx may be a limit that the document leaves open (§8): it is told, and the others are sent without it.
      const refused = await guiltyOf(names, async (part) => isRefusal(await send(part)));
      context.observe("limit.other-tiers", `a submission with ${refused.join(" with ")} is answered ${status}`);
      names = names.filter((name) => !refused.includes(name));
    }
  },
});

/** How many hazards may be refused before the rest is left alone. */
const mostRefused = 3;

const isRefusal = ({ status }: Exchange) => status >= 400 && status < 500;
