/** §4, endpoint 12: which names a user may have is not shown. */
import { answerOf } from "../../model/response-text.ts";
import { type Actor, type Exchange, Skip } from "../case.ts";
import { mayConcernBody } from "./error-response.ts";
import { putProfile, type Update } from "./update-profile.ts";

/**
 * Throws `Skip` if a rejected update is accepted with the user's present names: an identity provider may manage
 * them.
 */
export async function skipIfNamesAreFixed(actor: Actor, update: Update, rejection: Exchange): Promise<void> {
  const { fields, original } = update;
  const present = Object.entries(original).filter(
    ([name]) => ["firstName", "lastName"].includes(name) && name in fields,
  );
  if (present.length === 0 || !mayConcernBody(rejection)) return;
  const repeated = await putProfile(actor, { ...update, fields: { ...fields, ...Object.fromEntries(present) } });
  if (repeated.isSuccess)
    throw new Skip(
      `an update with other names was answered ${answerOf(rejection)}, and with the present names it was accepted: add a session of a user whose names may be changed, or where no user's may, no action is needed`,
    );
}
