/** §4, endpoint 12: avatarType after a picture was uploaded. */
import { bodyOf } from "../../model/body.ts";
import { defineCase, type Exchange, noActionNeeded, Skip } from "../case.ts";
import { mismatch } from "../shared/expect.ts";
import { noPicture, pictureUpdate, restorableProfile } from "../shared/profile.ts";

const unknownPictureType =
  "the document does not say which avatarType stands for a picture, and no organization has one: give a picture to an organization that GET /v1/organizations lists, with avatarType image, photo, picture, upload, uploaded, custom or file; where organizations have no pictures, no action is needed";

const rejectedPictureType =
  "an update with the avatarType that an organization shows for a picture is rejected: a target may set it itself";

export const avatarTypeKept = defineCase({
  id: "profile.avatar-type-kept",
  clause: "profile.kept",
  claim: "After a picture was accepted, avatarType is no longer what it was before",
  needs: { writes: true },
  async run(context) {
    const { actor, profile: before, original } = await restorableProfile(context);
    const picture = await pictureUpdate(context);
    if (picture === undefined) throw await noPicture(context);
    const { exchange, profile, avatarType, isShown, isKnownType } = picture;
    if (!exchange.isSuccess)
      throw new Skip(`a picture of one pixel was answered ${exchange.status}: see profile.each-field`);
    const isUnchanged = (shown: Exchange) => bodyOf(shown).avatarType === original.avatarType;
    if (!isKnownType) {
      const shown = JSON.stringify(original.avatarType);
      if (isUnchanged(profile))
        context.observe("endpoint.update-body", `a picture was accepted, and avatarType is ${shown} as before`);
      throw isShown ? noActionNeeded(rejectedPictureType) : new Skip(unknownPictureType, ["listOrganizations"]);
    }
    if (original.avatarType === avatarType || !isUnchanged(profile)) return;
    // A target may process the picture first.
    await context.waitForWrite(context.feedbackGraceMs, context.feedbackGraceMs);
    const last = await actor.send("getMe");
    if (!isUnchanged(last)) return;
    const actual = `avatarType ${JSON.stringify(original.avatarType)}, as before`;
    mismatch(last, `avatarType ${JSON.stringify(avatarType)}, as it was sent`, {
      actual,
      after: [before, exchange],
    });
  },
});
