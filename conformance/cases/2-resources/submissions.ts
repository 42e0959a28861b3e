/** §2.11: the fields of a submission, their values and their types. */

import { isEnumeration, isFreeForm, isFreeText, isIdentifier, isStructured, nameOf } from "../../generate/fields.ts";
import { requestBodyOf } from "../../generate/request-body.ts";
import { type WrongValue, withWrong, wrongValuesOf } from "../../generate/wrong.ts";
import { accepted, acceptedAtOnce, anotherSubmission, feedbackTypesOf } from "../4-endpoints/feedback.ts";
import { type CaseContext, defineCase } from "../case.ts";
import { narrowed } from "../given/bisect.ts";
import { expectRefused } from "../given/expect.ts";

export const eachType = defineCase({
  id: "submission.feedback-types",
  clause: "submission.feedback-type",
  claim: "Each of the seven values of feedbackType is accepted",
  needs: { credential: "key", writes: true },
  requests: 7,
  beside: 5,
  async run(context) {
    await acceptedAtOnce(context, feedbackTypesOf(context));
  },
});

/**
 * What is sent wrong at once: an enumeration, an object with fields of its own, and the product alone; further ids together; what
 * else names something together; and what is free together. Which of them are taken is asked only where all are.
 */
function groupOf({ field }: WrongValue): string {
  if (isEnumeration(field) || isStructured(field) || nameOf(field) === "productId") return nameOf(field);
  if (isIdentifier(field)) return "ids";
  return isFreeText(field) || isFreeForm(field) ? "free" : "names";
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const keys = new Set(items.map(keyOf));
  return [...keys].map((key) => items.filter((item) => keyOf(item) === key));
}

/** One wrong value for each field: what is beyond an enumeration, else one of another type, chosen by the run's seed. */
function wrongOnes(context: CaseContext): readonly WrongValue[] {
  const all = wrongValuesOf(requestBodyOf(context.contract, "submitFeedback"));
  return grouped(all, ({ field }) => nameOf(field)).flatMap((values) => {
    const unknown = values.filter(({ violates }) => violates === "enumeration");
    return unknown.length > 0 ? unknown : context.sample(values, 1);
  });
}

export const wrongTypes = defineCase({
  id: "submission.wrong-types",
  clause: "submission.refuses",
  claim: "A submission with a field of another type, or an unknown feedbackType, is refused",
  needs: { credential: "key", writes: true },
  requests: 6,
  async run(context) {
    const { actor } = await accepted(context);
    const send = async (wrong: readonly WrongValue[]) => {
      const plain = await anotherSubmission(context);
      return actor.send("submitFeedback", { body: withWrong(plain, wrong), intent: "invalid" });
    };
    for (const group of grouped(wrongOnes(context), groupOf)) {
      const exchange = await send(group);
      if (!exchange.isSuccess) continue;
      const taken = await narrowed({ guilty: group, exchange }, send);
      expectRefused(taken.exchange, `for ${taken.guilty.map(inWords).join(" and ")}`);
    }
  },
});

/** `content.title ["one",7]`. */
const inWords = ({ field, value }: WrongValue) => `${nameOf(field)} ${JSON.stringify(value)}`;
