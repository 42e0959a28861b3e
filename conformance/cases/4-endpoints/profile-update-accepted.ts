/** §4, endpoint 12. */
import { defineEndpointCase } from "../case.ts";
import { updateProfile, updatesSoFar } from "../shared/profile.ts";

export const profileUpdateAccepted = defineEndpointCase("updateMe", {
  claim: "The profile can be updated",
  needs: { writes: true },
  async run(context) {
    const { anyAccepted } = await updatesSoFar(context);
    if (!anyAccepted) await updateProfile(context, {});
  },
});
