/** §7: bodies that a body parser answers by itself, before any handler; the laws judge the error response. */
import { defineCase, type OperationId } from "../case.ts";
import { wrongSubmission } from "../given/all-operations.ts";
import { expectRefused } from "../given/expect.ts";
import { spareKey } from "../given/permitted.ts";

/** JSON of every type but an object. */
const otherTypes: readonly string[] = ["null", "[]", "7", '"text"'];
const writes: readonly OperationId[] = ["submitFeedback", "createOrganization", "inviteMember", "updateMe"];

/** The same body, which is refused for its values, in requests that a target may refuse for another reason. */
const otherRequests = [{ contentType: "text/plain" }, { contentType: null }, { accept: "text/html" }] as const;

export const otherBodiesRefused = defineCase({
  id: "error.other-bodies",
  clause: "error.refusal",
  claim: "A body that is JSON but not an object is refused",
  needs: { credential: "key", writes: true },
  async run(context) {
    const actor = spareKey(context);
    const intent = "invalid";
    const parameters = { orgId: actor.caller.organization ?? context.unissuedId(undefined) };
    for (const [at, rawBody] of otherTypes.entries()) {
      const operation = writes[(at + context.seed) % writes.length] ?? "submitFeedback";
      const exchange = await actor.send(operation, { parameters, rawBody, intent });
      // None of the profile's fields need be there, so that a target may take this for an update that changes nothing.
      if (operation !== "updateMe") expectRefused(exchange, `for the body ${rawBody}`);
    }
    for (const request of otherRequests)
      await actor.send("submitFeedback", { ...request, body: wrongSubmission, intent });
  },
});
