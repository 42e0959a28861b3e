/** §4 and §5.8: every endpoint requires the Authorization header. */
import { noCredentials } from "../../client/caller.ts";
import { defineCase } from "../case.ts";
import { expect401ForEach, knownIds } from "../given/all-operations.ts";

export const withoutCredentials = defineCase({
  id: "auth.no-credentials",
  clause: "endpoint.authorization",
  claim: "Without an Authorization header every endpoint answers 401",
  lane: "anonymous",
  async run(context) {
    const ids = await knownIds(context);
    await expect401ForEach(context, context.asCaller(noCredentials), ids, "without credentials");
  },
});
