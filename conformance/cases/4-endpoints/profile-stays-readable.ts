/** §2.9 and §4, endpoints 11 and 12: after any update, getMe shows the profile, with the right type for each field. */
import { exactly, jsonOf } from "../../generate/exact-numbers.ts";
import { halfCharacter } from "../../generate/texts.ts";
import { bodyOf, isObject, type JsonObject } from "../../model/body.ts";
import { type Actor, type ActorExchange, defineCase, type Exchange } from "../case.ts";
import { expectSuccess, mismatch } from "../shared/expect.ts";
import { restorableProfile } from "../shared/profile.ts";
import { hasRoomInWindow } from "../shared/room-in-window.ts";

/** Valid in JSON, and beyond every double. A server that reads it as infinite cannot write it as JSON again. */
const hugeNumber = exactly("1e400");

export const profileStaysReadable = defineCase({
  id: "profile.stays-readable",
  clause: "profile.readable",
  claim:
    "After an update with null or half a surrogate pair as a name, or 1e400 in preferences, the profile is shown without null",
  needs: { writes: true },
  lane: "late",
  async run(context) {
    const { actor, original } = await restorableProfile(context);
    // Whether an update requires a field is open, so only the laws judge this response. `profile.others-unchanged` may have sent it.
    const isSent = ({ exchange }: ActorExchange) => exchange.request.body === "{}" && !isForbidden(exchange);
    if (!context.exchangesOf("updateMe").some(isSent) && hasRoomInWindow(context))
      await actor.send("updateMe", { body: {}, intent: "invalid" });
    await showsProfileAfter(actor, { ...original, firstName: null });
    const preferences = isObject(original.preferences) ? original.preferences : {};
    const withEntry = (entry: unknown): JsonObject => ({ preferences: { ...preferences, fpk: entry } });
    const asName: JsonObject = { lastName: halfCharacter };
    const showsAfter = (fields: JsonObject) => showsProfileAfter(actor, { ...original, ...fields });
    if (await showsAfter({ ...asName, ...withEntry([halfCharacter, hugeNumber]) })) return;
    // If one of them was rejected, a target may not have looked at the others.
    for (const fields of [asName, withEntry(halfCharacter), withEntry(hugeNumber)])
      if (hasRoomInWindow(context)) await showsAfter(fields);
  },
});

const isForbidden = ({ status }: Exchange) => [401, 403, 404, 405].includes(status);

/** False if the update was rejected. Throws `Mismatch` if getMe then shows no profile, or null as a name. */
async function showsProfileAfter(actor: Actor, body: JsonObject): Promise<boolean> {
  const update = await actor.send("updateMe", { rawBody: jsonOf(body), intent: "invalid" });
  if (update.status >= 400 && update.status < 500) return false;
  const profile = await actor.send("getMe");
  expectSuccess(profile, `for getMe after an update that was answered ${update.status}`, [update]);
  if (bodyOf(profile).firstName === null)
    mismatch(profile, "a string as firstName, or none", { actual: "firstName null, as it was sent", after: [update] });
  return true;
}
