/** §7: a request that is refused because of its input changes nothing. */
import { defineCase, Skip } from "../case.ts";
import { bodyOf, mismatch } from "../given/expect.ts";
import { restorableProfile } from "../given/profile.ts";
import { containsName, uniqueName } from "../given/unique-names.ts";

export const rejectedUpdateHasNoEffect = defineCase({
  id: "profile.refused-update",
  clause: "error.changes-nothing",
  claim: "An update that is refused because of one field does not change the others",
  needs: { writes: true },
  async run(context) {
    const { actor, original } = await restorableProfile(context);
    const name = await uniqueName(context);
    const body = { ...original, firstName: name, lastName: 7 };
    const refused = await actor.send("updateMe", { body, intent: "invalid" });
    const { status } = refused;
    // A target may read 7 as text: the laws judge a refusal, and an update is undone when the profile is restored.
    if (status < 400 || status >= 500)
      throw new Skip(`a target that refuses a number for a name (it answered ${status})`);
    if ([401, 403, 404, 405].includes(status))
      throw new Skip(`a caller that may update its profile (it was answered ${status})`);
    const profile = await actor.send("getMe");
    const { firstName } = bodyOf(profile);
    if (!containsName(firstName, name)) return;
    const expected = `firstName as it was before an update that was answered ${status}`;
    mismatch(profile, expected, { actual: `firstName ${JSON.stringify(firstName)}`, after: [refused] });
  },
});
