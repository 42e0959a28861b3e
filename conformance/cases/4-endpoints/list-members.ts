/** §4, endpoint 16. */
import { defineCase } from "../case.ts";
import { members } from "../given/organizations.ts";

export const listMembers = defineCase({
  id: "answers.listMembers",
  clause: "endpoint.listMembers",
  claim: "The members of an organization are listed",
  async run(context) {
    await members(context);
  },
});
