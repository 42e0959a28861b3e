/** §4, endpoint 12. */
import { defineCase } from "../case.ts";
import { updateProfile, updatesSoFar } from "../given/profile.ts";

export const updateMe = defineCase({
  id: "answers.updateMe",
  clause: "endpoint.updateMe",
  claim: "The profile can be updated",
  needs: { writes: true },
  async run(context) {
    const { anyAccepted } = await updatesSoFar(context);
    if (!anyAccepted) await updateProfile(context, {});
  },
});
