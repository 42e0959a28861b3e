/** §4, endpoint 12: the fields of an update. */
import { defineCase } from "../case.ts";
import { expectSuccess } from "../given/expect.ts";
import { pictureUpdate, updateProfile } from "../given/profile.ts";

export const profileFieldsAccepted = defineCase({
  id: "profile.each-field",
  clause: "profile.fields",
  claim: "An update with every field of endpoint 12 is accepted",
  needs: { writes: true },
  async run(context) {
    const fields = { firstName: "Ada", lastName: "Lovelace", preferences: { mark: context.mark } };
    const { exchange } = await updateProfile(context, fields);
    expectSuccess(exchange, "for an update of names and preferences");
    if ((await pictureUpdate(context)) === undefined)
      context.note("avatarBase64 was not sent: the picture that the profile shows could not be restored");
  },
});
