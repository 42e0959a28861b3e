/** §4, endpoints 12, 14 and 17: bodies in which one field has another type than the document shows. */
import { nameOf } from "../../generate/fields.ts";
import type { Body } from "../../generate/place.ts";
import { requestBodyOf } from "../../generate/request-body.ts";
import { withWrong, wrongValuesOf } from "../../generate/wrong.ts";
import type { CaseContext, OperationId } from "../case.ts";
import { restorableProfile } from "./profile.ts";
import { uniqueName } from "./unique-names.ts";

/** The body with a value of another type in one of its fields, which the run's seed chooses. */
export function withWrongField(context: CaseContext, operation: OperationId, body: Body): Body {
  const all = wrongValuesOf(requestBodyOf(context.contract, operation));
  const wrong = all.filter(({ field }) => nameOf(field) in body);
  return withWrong(body, context.sample(wrong, 1));
}

/** An update with another first name and a last name that is not text, sent once in a run. */
export async function updateWithWrongName(context: CaseContext) {
  const { actor, original } = await restorableProfile(context);
  const sent = await context.once("an update with a wrong field", async () => {
    const name = await uniqueName(context);
    const body = { ...original, firstName: name, ...withWrongField(context, "updateMe", { lastName: name }) };
    const exchange = await actor.send("updateMe", { body, intent: "invalid", causes: "a field of another type" });
    return { name, exchange };
  });
  return { actor, ...sent };
}
