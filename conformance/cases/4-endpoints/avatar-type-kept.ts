/** §4, endpoint 12: avatarType after a picture was uploaded. */
import { defineCase, type Exchange, Skip } from "../case.ts";
import { bodyOf, mismatch } from "../given/expect.ts";
import { pictureUpdate, restorableProfile } from "../given/profile.ts";

export const avatarTypeKept = defineCase({
  id: "profile.avatar-type-kept",
  clause: "profile.kept",
  claim: "After a picture was accepted, avatarType is no longer what it was before",
  needs: { writes: true },
  async run(context) {
    const { actor, profile: before, original } = await restorableProfile(context);
    const picture = await pictureUpdate(context);
    if (picture === undefined) throw new Skip("a user whose avatarType shows a generated picture");
    const { exchange, profile, avatarType, isKnownType } = picture;
    if (!exchange.isSuccess) throw new Skip(`a target that accepts a picture (it was answered ${exchange.status})`);
    const isUnchanged = (shown: Exchange) => bodyOf(shown).avatarType === original.avatarType;
    if (!isKnownType) {
      const shown = JSON.stringify(original.avatarType);
      if (isUnchanged(profile))
        context.observe("endpoint.update-body", `a picture was accepted, and avatarType is ${shown} as before`);
      throw new Skip("an organization whose avatarType shows a picture, as a user's may");
    }
    if (original.avatarType === avatarType || !isUnchanged(profile)) return;
    // A target may process the picture first.
    await context.sleep(context.feedbackGraceMs);
    const last = await actor.send("getMe");
    if (!isUnchanged(last)) return;
    const actual = `avatarType ${JSON.stringify(original.avatarType)}, as before`;
    mismatch(last, `avatarType ${JSON.stringify(avatarType)}, as it was sent`, {
      actual,
      after: [before, exchange],
    });
  },
});
