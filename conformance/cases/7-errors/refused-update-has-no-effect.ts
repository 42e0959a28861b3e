/** §7: a request that is rejected because of its input changes nothing. */
import { bodyOf } from "../../model/body.ts";
import { defineCase, type Exchange, Skip } from "../case.ts";
import { mismatch } from "../shared/expect.ts";
import { notPermitted } from "../shared/permitted.ts";
import { remedyForUpdates } from "../shared/profile.ts";
import { containsName } from "../shared/unique-names.ts";
import { sendWrongName, updateWithWrongName } from "../shared/wrong-fields.ts";

export const rejectedUpdateHasNoEffect = defineCase({
  id: "profile.refused-update",
  clause: "error.changes-nothing",
  claim: "An update that is rejected because of one field does not change the others",
  needs: { writes: true },
  async run(context) {
    const { actor, exchange: first, ...shared } = await updateWithWrongName(context);
    const { status } = first;
    // The laws judge a rejection. An accepted update is undone when the profile is restored.
    if (status < 400 || status >= 500)
      throw new Skip(
        `an update with a name that is not text was answered ${status}, not rejected: see ${status >= 500 ? "error.never-5xx" : "body.wrong-types"}`,
      );
    if (shared.profile === undefined) throw notPermitted("updateMe", first, remedyForUpdates(context, actor));
    if (fieldWith(shared.name, shared.profile) === undefined) return;
    const { name, exchange: rejected, profile = shared.profile } = await sendWrongName(context);
    const field = fieldWith(name, profile);
    if (field === undefined) return;
    const expected = `${field} as it was before an update that was answered ${rejected.status}`;
    mismatch(profile, expected, { actual: `${field} ${shownIn(profile, field)}`, after: [rejected] });
  },
});

const shownIn = (profile: Exchange, field: string) => JSON.stringify(bodyOf(profile)[field]);

/** The field of the profile that shows a name of the rejected update. */
const fieldWith = (name: string, profile: Exchange) =>
  ["firstName", "preferences"].find((field) => containsName(shownIn(profile, field), name));
