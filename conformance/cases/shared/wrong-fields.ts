/** §4, endpoints 12, 14 and 17: bodies in which one field has another type than the document shows. */
import { nameOf } from "../../generate/fields.ts";
import type { Body } from "../../generate/place.ts";
import { requestBodyOf } from "../../generate/request-body.ts";
import { withWrong, wrongValuesOf } from "../../generate/wrong.ts";
import type { CaseContext, OperationId } from "../case.ts";
import { mayConcernBody } from "./error-response.ts";
import { restorableProfile } from "./profile.ts";
import { uniqueName } from "./unique-names.ts";

/**
 * The body with an array in one of these fields, chosen by the run's seed. The array contains the field's value, since
 * some languages turn such an array into a text again, or treat an array as an object.
 */
export function withWrongField(context: CaseContext, operation: OperationId, body: Body): Body {
  const all = wrongValuesOf(requestBodyOf(context.contract, operation));
  const arrays = all.filter(({ field, value }) => nameOf(field) in body && Array.isArray(value));
  const chosen = context.sample(arrays, 1);
  return withWrong(
    body,
    chosen.map((wrong) => ({ ...wrong, value: [body[nameOf(wrong.field)] ?? "one"] })),
  );
}

/**
 * An update with a new first name, a new preference and a last name that is not text, and the profile after it: a later update would
 * replace what it may have stored. Sent once in a run.
 */
export async function updateWithWrongName(context: CaseContext) {
  const { actor } = await restorableProfile(context);
  return { actor, ...(await context.once("an update with a wrong field", () => sendWrongName(context))) };
}

/** As `updateWithWrongName`, but sends the update again even if the run has sent it. */
export async function sendWrongName(context: CaseContext) {
  const { actor, original } = await restorableProfile(context);
  const name = await uniqueName(context);
  const preferences = { ...Object(original.preferences), fpk: name };
  const wrong = withWrongField(context, "updateMe", { lastName: name });
  const body = { ...original, firstName: name, preferences, ...wrong };
  const exchange = await actor.send("updateMe", { body, intent: "invalid", causes: "a field of another type" });
  const isJudged = mayConcernBody(exchange) && exchange.status !== 404;
  return { name, exchange, profile: isJudged ? await actor.send("getMe") : undefined };
}
