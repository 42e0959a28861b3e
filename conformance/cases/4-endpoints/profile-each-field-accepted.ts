/** §4, endpoint 12: the fields of an update. */
import type { JsonObject } from "../../model/body.ts";
import { answerOf } from "../../model/response-text.ts";
import {
  type Actor,
  type ActorExchange,
  type CaseContext,
  defineCase,
  type Exchange,
  noActionNeeded,
} from "../case.ts";
import { errorTextOf, issuesOf } from "../shared/error-response.ts";
import { expectSuccess, mismatch, unlessFailed } from "../shared/expect.ts";
import { noPicture, pictureUpdate, updateProfile, updatesSoFar } from "../shared/profile.ts";
import { hasRoomInWindow } from "../shared/room-in-window.ts";
import { avatarBase64 } from "../shared/update-profile.ts";

export const profileEachFieldAccepted = defineCase({
  id: "profile.each-field",
  clause: "profile.fields",
  claim: "An update with every field of endpoint 12 is accepted",
  needs: { writes: true },
  async run(context) {
    const names = { firstName: "Ada", lastName: "Lovelace" };
    const preferences = { mark: context.mark, attempt: 1, sample: true };
    const update = await unlessFailed(() => updateProfile(context, { ...names, preferences }));
    if (update === undefined) await expectAnyType(context, names, preferences);
    const { strategy } = await updatesSoFar(context);
    if (strategy.pictureAs !== undefined) return;
    const picture = await pictureUpdate(context);
    if (picture === undefined) throw await noPicture(context);
    if (picture.exchange.isSuccess) return sendWrongPicture(context, picture);
    await expectKnownField(picture.actor, "avatarBase64", avatarBase64, picture.exchange);
    throw noActionNeeded(
      `an update with a picture of one pixel was answered ${answerOf(picture.exchange)}: which pictures, and which values of avatarType, are accepted is not shown`,
    );
  },
});

/** Sends what base64 has no characters for. What happens to such a picture is not shown, so only the laws judge the response. */
async function sendWrongPicture(context: CaseContext, { actor, exchange }: ActorExchange): Promise<void> {
  const body = { ...JSON.parse(exchange.request.body), avatarBase64: "not a picture: *" };
  if (hasRoomInWindow(context)) await actor.send("updateMe", { body, intent: "invalid" });
}

/** Preferences are free-form (§2.9), so a number and a boolean are accepted if a text is. Throws `Mismatch` or `Skip`. */
async function expectAnyType(context: CaseContext, names: JsonObject, preferences: JsonObject): Promise<void> {
  const text = { mark: preferences.mark };
  const { actor, exchange } = await updateProfile(context, { ...names, preferences: text });
  const accepted: JsonObject = JSON.parse(exchange.request.body);
  const typed = await actor.send("updateMe", { body: { ...accepted, preferences } });
  expectSuccess(typed, "for preferences with a number and a boolean, as for the same with a text", [exchange]);
}

/**
 * A target may reject a picture for its value, such as its size, but not as an unknown field. Throws `Mismatch` if an
 * update with only this field gets the error for an unknown field, unless every update gets that error.
 */
async function expectKnownField(actor: Actor, name: string, value: unknown, rejection: Exchange): Promise<void> {
  if (issuesOf(rejection).length === 0) return;
  const otherName = `${name}x`;
  const intent = "invalid";
  const other = await actor.send("updateMe", { body: { [otherName]: value }, intent });
  if (errorTextOf(other).replaceAll(otherName, name) !== errorTextOf(rejection)) return;
  const wrong = await actor.send("updateMe", { body: { preferences: "not an object" }, intent });
  if (errorTextOf(wrong) === errorTextOf(rejection)) return;
  mismatch(rejection, `${name} to be accepted, or rejected for its value, not as a field that does not exist`, {
    after: [other, wrong],
  });
}
