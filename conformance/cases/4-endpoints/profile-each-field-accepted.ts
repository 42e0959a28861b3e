/** §4, endpoint 12: the fields of an update. */
import { answerOf } from "../../model/response-text.ts";
import { defineCase, Skip } from "../case.ts";
import { expectSuccess } from "../given/expect.ts";
import { noPicture, pictureUpdate, updateProfile, updatesSoFar } from "../given/profile.ts";
import { expectKnownField } from "../given/unknown-field.ts";
import { avatarBase64 } from "../given/update-profile.ts";

export const profileEachFieldAccepted = defineCase({
  id: "profile.each-field",
  clause: "profile.fields",
  claim: "An update with every field of endpoint 12 is accepted",
  needs: { writes: true },
  async run(context) {
    const fields = { firstName: "Ada", lastName: "Lovelace", preferences: { mark: context.mark } };
    const { exchange } = await updateProfile(context, fields);
    expectSuccess(exchange, "for an update of names and preferences");
    const { strategy } = await updatesSoFar(context);
    if (strategy.withPicture) return;
    const picture = await pictureUpdate(context);
    if (picture === undefined) throw new Skip(await noPicture(context));
    if (picture.exchange.isSuccess) return;
    await expectKnownField(picture.actor, "avatarBase64", avatarBase64, picture.exchange);
    throw new Skip(
      `a picture of one pixel as avatarBase64 was answered ${answerOf(picture.exchange)}: which pictures are accepted is not shown, so nothing is to be done`,
    );
  },
});
