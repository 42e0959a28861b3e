/** §5.3: after its expiry date a key stops working. */
import { defineCase } from "../case.ts";
import { expect401ForEach, knownIdsAndFeedback } from "../given/all-operations.ts";

export const expiredKey = defineCase({
  id: "auth.expired-key",
  clause: "auth.key-expiry",
  claim: "An expired API key is answered with 401 on every endpoint",
  needs: { credential: "expired" },
  async run(context) {
    const what = "with an expired key (or is `expired` wrong in the target file?)";
    await expect401ForEach(context, context.as("expired"), await knownIdsAndFeedback(context), what);
  },
});
