/** §4, endpoint 12: the fields of an update. */
import { answerOf } from "../../model/response-text.ts";
import { type Actor, defineCase, type Exchange, Skip } from "../case.ts";
import { errorTextOf, issuesOf } from "../given/error-response.ts";
import { expectSuccess, mismatch } from "../given/expect.ts";
import { noPicture, pictureUpdate, updateProfile, updatesSoFar } from "../given/profile.ts";
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

/**
 * A target may refuse a picture for its value, such as its size, but not because it does not know the field. Throws `Mismatch` where an update
 * with only this field is refused in the words for a field that no update has, and not every update is refused in those words.
 */
async function expectKnownField(actor: Actor, name: string, value: unknown, refusal: Exchange): Promise<void> {
  if (issuesOf(refusal).length === 0) return;
  const otherName = `${name}x`;
  const intent = "invalid";
  const other = await actor.send("updateMe", { body: { [otherName]: value }, intent });
  if (errorTextOf(other).replaceAll(otherName, name) !== errorTextOf(refusal)) return;
  const wrong = await actor.send("updateMe", { body: { preferences: "not an object" }, intent });
  if (errorTextOf(wrong) === errorTextOf(refusal)) return;
  mismatch(refusal, `${name} to be accepted, or refused for its value, not as a field that does not exist`, {
    after: [other, wrong],
  });
}
