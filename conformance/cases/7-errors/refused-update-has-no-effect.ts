/** §7: a request that is rejected because of its input changes nothing. */
import { bodyOf } from "../../model/body.ts";
import { defineCase, Skip } from "../case.ts";
import { mismatch } from "../given/expect.ts";
import { notPermitted } from "../given/permitted.ts";
import { remedyForUpdates } from "../given/profile.ts";
import { containsName } from "../given/unique-names.ts";
import { updateWithWrongName } from "../given/wrong-fields.ts";

export const rejectedUpdateHasNoEffect = defineCase({
  id: "profile.refused-update",
  clause: "error.changes-nothing",
  claim: "An update that is rejected because of one field does not change the others",
  needs: { writes: true },
  async run(context) {
    const { actor, name, exchange: rejected } = await updateWithWrongName(context);
    const { status } = rejected;
    // The laws judge a rejection. An accepted update is undone when the profile is restored.
    if (status < 400 || status >= 500)
      throw new Skip(
        `an update with a name that is not text was answered ${status}, not rejected: see ${status >= 500 ? "error.never-5xx" : "body.wrong-types"}`,
      );
    if ([401, 403, 404, 405].includes(status))
      throw notPermitted("updateMe", rejected, remedyForUpdates(context, actor));
    const profile = await actor.send("getMe");
    for (const field of ["firstName", "preferences"]) {
      const shown = JSON.stringify(bodyOf(profile)[field]);
      if (!containsName(shown, name)) continue;
      const expected = `${field} as it was before an update that was answered ${status}`;
      mismatch(profile, expected, { actual: `${field} ${shown}`, after: [rejected] });
    }
  },
});
