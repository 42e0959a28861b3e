/** §2.9 and §4, endpoints 11 and 12: what an update may leave behind, the profile is still shown, each field with its type. */
import { isObject, type JsonObject } from "../../model/body.ts";
import { defineCase } from "../case.ts";
import { bodyOf, expectSuccess, mismatch } from "../given/expect.ts";
import { restorableProfile, restoreProfile } from "../given/profile.ts";
import { hasRoomInWindow } from "../given/room-in-window.ts";

/** Half of a surrogate pair: valid in JSON when escaped, but UTF-8 has no bytes for it. */
const halfCharacter = "\ud83d";

export const profileStaysReadable = defineCase({
  id: "profile.stays-readable",
  clause: "profile.readable",
  claim:
    "After an update with null as a name, or half a surrogate pair in preferences, the profile is shown, and no null",
  needs: { writes: true },
  lane: "late",
  async run(context) {
    const restorable = await restorableProfile(context);
    const { actor, original } = restorable;
    context.restore(() => restoreProfile(context, restorable));
    const preferences = isObject(original.preferences) ? original.preferences : {};
    const updates: readonly JsonObject[] = [
      { ...original, firstName: null },
      { ...original, preferences: { ...preferences, fpk: halfCharacter } },
    ];
    // Whether an update needs a field is open: the laws judge this answer.
    if (hasRoomInWindow(context)) await actor.send("updateMe", { body: {}, intent: "invalid" });
    for (const body of updates) {
      const update = await actor.send("updateMe", { body, intent: "invalid" });
      if (update.status >= 400 && update.status < 500) continue;
      const profile = await actor.send("getMe");
      expectSuccess(profile, `for getMe after an update that was answered ${update.status}`, [update]);
      if (body.firstName === null && bodyOf(profile).firstName === null)
        mismatch(profile, "a string as firstName, or none", {
          actual: "firstName null, as it was sent",
          after: [update],
        });
    }
  },
});
