/** §2.11: the types of a submission's fields. */
import { isEnumeration, isFreeForm, isFreeText, isIdentifier, isStructured, nameOf } from "../../generate/fields.ts";
import { requestBodyOf } from "../../generate/request-body.ts";
import { type WrongValue, withWrong, wrongValuesOf } from "../../generate/wrong.ts";
import { groupBy } from "../../model/group-by.ts";
import { type CaseContext, defineCase, type Exchange } from "../case.ts";
import { mayConcernBody, pathsNamedIn } from "../shared/error-response.ts";
import { expectEach, expectNotServed } from "../shared/expect.ts";
import { spareSubmission } from "../shared/spare-submission.ts";

const causes = "a field of another type";

export const wrongTypesRejected = defineCase({
  id: "submission.wrong-types",
  clause: "submission.refuses",
  claim: "A submission with a field of another type, or an unknown feedbackType, is rejected",
  needs: { credential: "key", writes: true },
  lane: "spare",
  async run(context) {
    const { actor, bodyWith } = await spareSubmission(context);
    const send = async (wrong: readonly WrongValue[]) =>
      actor.send("submitFeedback", { body: withWrong(await bodyWith({}), wrong), intent: "invalid", causes });
    const all = wrongValues(context);
    const combined = await send(all.filter(mayBeCombined));
    const isNamed = (wrong: WrongValue) => mayBeCombined(wrong) && isNamedIn(combined, wrong);
    // A target that names several fields looks at all of them. So each field that it does not name is sent alone, not
    // one of a group.
    const namesAll = all.filter(isNamed).length > 1;
    const unjudged = all.filter((wrong) => !isNamed(wrong));
    const groups = groupBy(unjudged, namesAll ? ({ field }) => nameOf(field) : groupOf);
    const alone = groups.flatMap((group) => context.sample(group, 1));
    await expectEach(alone.map((wrong) => async () => expectNotServed(await send([wrong]), `for ${describe(wrong)}`)));
  },
});

/**
 * False for `content`, which holds other fields, and for the product, which a target may look up first. Also false for
 * an enumeration: its rejection shows `fpk gate` what a contract without it would allow.
 */
const mayBeCombined = ({ field }: WrongValue) =>
  !isStructured(field) && !isEnumeration(field) && nameOf(field) !== "productId";

/** Issues are optional (§2.14). If there are some, a rejection of several fields counts for those that they name. */
const isNamedIn = (rejection: Exchange, { field: { path } }: WrongValue) =>
  mayConcernBody(rejection) && pathsNamedIn(rejection).some((named) => path.every((name, at) => named[at] === name));

/** A wrong value for each field, chosen by the run's seed: beyond its enumeration, else of another type. */
function wrongValues(context: CaseContext): readonly WrongValue[] {
  const all = wrongValuesOf(requestBodyOf(context.contract, "submitFeedback"));
  return groupBy(all, ({ field }) => nameOf(field)).flatMap((values) => {
    const unknown = values.filter(({ violates }) => violates === "enumeration");
    return unknown.length > 0 ? unknown : context.sample(values, 1);
  });
}

/**
 * The group of a field that the rejection of all fields does not name. The run's seed chooses one field of each group,
 * to be sent alone: ids, free texts and objects, others. An enumeration, `content` and the product are their own
 * groups.
 */
function groupOf({ field }: WrongValue): string {
  if (isEnumeration(field) || isStructured(field) || nameOf(field) === "productId") return nameOf(field);
  if (isIdentifier(field)) return "ids";
  return isFreeText(field) || isFreeForm(field) ? "free" : "names";
}

/** `content.title ["one",7]`. */
const describe = ({ field, value }: WrongValue) => `${nameOf(field)} ${JSON.stringify(value)}`;
