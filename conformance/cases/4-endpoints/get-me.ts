/** §4, endpoint 11. */
import { defineCase } from "../case.ts";
import { ownProfile } from "../given/profile.ts";

export const getMe = defineCase({
  id: "answers.getMe",
  clause: "endpoint.getMe",
  claim: "The authenticated user's profile can be read",
  async run(context) {
    await ownProfile(context);
  },
});
