/** §4, endpoint 11. */
import { defineEndpointCase } from "../case.ts";
import { ownProfile } from "../shared/profile.ts";

export const ownProfileReadable = defineEndpointCase("getMe", {
  claim: "The authenticated user's profile can be read",
  run: ownProfile,
});
