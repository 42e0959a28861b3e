/** §2.11: the types of a submission's fields. */
import { isEnumeration, isFreeForm, isFreeText, isIdentifier, isStructured, nameOf } from "../../generate/fields.ts";
import { requestBodyOf } from "../../generate/request-body.ts";
import { type WrongValue, withWrong, wrongValuesOf } from "../../generate/wrong.ts";
import { type CaseContext, defineCase, type Exchange } from "../case.ts";
import { acceptedSubmission, anotherBody } from "../given/accepted-submission.ts";
import { mayConcernBody, pathsNamedIn } from "../given/error-response.ts";
import { expectNotServed } from "../given/expect.ts";

const causes = "a field of another type";

export const wrongTypesRejected = defineCase({
  id: "submission.wrong-types",
  clause: "submission.refuses",
  claim: "A submission with a field of another type, or an unknown feedbackType, is refused",
  needs: { credential: "key", writes: true },
  async run(context) {
    const { actor } = await acceptedSubmission(context);
    const send = async (wrong: readonly WrongValue[]) =>
      actor.send("submitFeedback", { body: withWrong(await anotherBody(context), wrong), intent: "invalid", causes });
    const all = wrongValues(context);
    const combined = await send(all.filter(mayBeCombined));
    const unjudged = all.filter((wrong) => !mayBeCombined(wrong) || !isNamedIn(combined, wrong));
    for (const group of groupBy(unjudged, groupOf)) {
      for (const wrong of context.sample(group, 1)) expectNotServed(await send([wrong]), `for ${describe(wrong)}`);
    }
  },
});

/**
 * Not `content`, which holds other fields, nor the product, which a target may look for before it validates the others. The rejection of
 * an unknown value alone shows `fpk gate` what a contract without the enumeration would allow.
 */
const mayBeCombined = ({ field }: WrongValue) =>
  !isStructured(field) && !isEnumeration(field) && nameOf(field) !== "productId";

/** Issues are optional (§2.14): a rejection of several fields is about those that its issues name. */
const isNamedIn = (rejection: Exchange, { field: { path } }: WrongValue) =>
  mayConcernBody(rejection) && pathsNamedIn(rejection).some((named) => path.every((name, at) => named[at] === name));

/** For each field a value beyond its enumeration, else one of another type, chosen by the run's seed. */
function wrongValues(context: CaseContext): readonly WrongValue[] {
  const all = wrongValuesOf(requestBodyOf(context.contract, "submitFeedback"));
  return groupBy(all, ({ field }) => nameOf(field)).flatMap((values) => {
    const unknown = values.filter(({ violates }) => violates === "enumeration");
    return unknown.length > 0 ? unknown : context.sample(values, 1);
  });
}

/**
 * What a rejection of all together does not name is sent alone. Of the ids, of the free texts and objects, and of the remaining fields
 * one is chosen by the run's seed. An enumeration, `content` and the product are sent in each run.
 */
function groupOf({ field }: WrongValue): string {
  if (isEnumeration(field) || isStructured(field) || nameOf(field) === "productId") return nameOf(field);
  if (isIdentifier(field)) return "ids";
  return isFreeText(field) || isFreeForm(field) ? "free" : "names";
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const keys = new Set(items.map(keyOf));
  return [...keys].map((key) => items.filter((item) => keyOf(item) === key));
}

/** `content.title ["one",7]`. */
const describe = ({ field, value }: WrongValue) => `${nameOf(field)} ${JSON.stringify(value)}`;
