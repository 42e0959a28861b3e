/** §4, endpoint 12: which fields an update must have is not shown, so one field alone is kept, or rejected. */
import { bodyOf, isObject } from "../../model/body.ts";
import { type Actor, type CaseContext, defineCase, type Exchange, noActionNeeded, Skip } from "../case.ts";
import { eventually, expectSuccess, mismatch } from "../shared/expect.ts";
import { isKept } from "../shared/kept-value.ts";
import { forThisCase } from "../shared/permitted.ts";
import { noProfile, restorableProfile } from "../shared/profile.ts";
import { skipUnlessRoomInWindow } from "../shared/room-in-window.ts";
import { uniqueName } from "../shared/unique-names.ts";
import { userIn } from "../shared/users.ts";

/** Other cases send all fields that the profile shows. The run's seed chooses which is sent alone. */
export const profileFieldAloneKept = defineCase({
  id: "profile.field-alone",
  clause: "profile.kept",
  claim: "After an update with one field alone, unless it is rejected, the profile shows it",
  needs: { writes: true },
  lane: "late",
  async run(context) {
    const { actor, original, profile: before } = await restorableProfile(context);
    skipUnlessRoomInWindow(context);
    const name = await uniqueName(context);
    // Preferences that are no object cannot be put back.
    const { preferences } = original;
    const values = {
      firstName: name,
      lastName: name,
      ...(isObject(preferences) && { preferences: { ...preferences, fpk: name } }),
    };
    const [[field, value] = []] = context.sample(
      Object.entries(values).filter(([each]) => original[each] !== undefined),
      1,
    );
    if (field === undefined) throw new Skip(noProfile);
    const update = await actor.send("updateMe", { body: { [field]: value } });
    if (update.status >= 400 && update.status < 500)
      throw noActionNeeded(
        `an update with ${field} alone was answered ${update.status}: a target may require other fields, too`,
      );
    expectSuccess(update, `or a 4xx for an update with ${field} alone`);
    await readBySameOfOthers(context, actor, before);
    const ask = () => actor.send("getMe");
    const profile = await eventually(context, ask, (shown) => isKept(value, bodyOf(shown)[field]));
    expectSuccess(profile, "for getMe after an update", [update]);
    const shown = bodyOf(profile)[field];
    if (!isKept(value, shown))
      mismatch(profile, `${field} ${JSON.stringify(value)}, as it was sent`, {
        actual: `${field} ${JSON.stringify(shown)}`,
        after: [update],
      });
  },
});

/** A cache may leave out the caller: so before the user, a key of another organization that was shown the same user reads its own profile again. */
async function readBySameOfOthers(context: CaseContext, { caller }: Actor, profile: Exchange): Promise<void> {
  const id = userIn(profile)?.id;
  const same = context
    .exchangesOf("getMe")
    .find(
      ({ actor, exchange }) =>
        actor.caller.organization !== caller.organization && id !== undefined && userIn(exchange)?.id === id,
    );
  if (same !== undefined) await forThisCase(context, same).actor.send("getMe");
}
