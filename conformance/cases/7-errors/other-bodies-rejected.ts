/** §7: bodies that a body parser rejects itself, before any handler. The laws judge the error response. */
import { operationsOf } from "../../generate/error-kinds.ts";
import { type Actor, type CaseContext, defineCase, type OperationId } from "../case.ts";
import { harmlessBodies } from "../shared/all-operations.ts";
import { operationsFor } from "../shared/chosen-operations.ts";
import { expectNotServed } from "../shared/expect.ts";
import { uniqueAddress } from "../shared/invitations.ts";
import { spareKey } from "../shared/permitted.ts";
import { spareWriter } from "../shared/writers.ts";

/** JSON that is not an object. `null` is what a decoder into a type takes for an empty body, unlike the others. */
const otherTypes = ["null", "[]", '"text"', "7"];

/** Each operation gets another type, and with each seed the next one. */
async function otherBody(context: CaseContext, actor: Actor, operation: OperationId): Promise<string> {
  const at = operationsOf("JSON of another type", context.operations).indexOf(operation);
  const body = otherTypes[(at + context.seed) % otherTypes.length] ?? "null";
  return body === "[]" ? arrayOfValid(context, actor, operation) : body;
}

/**
 * In an array, which some servers unpack: a body that this caller sent successfully before, a new invitation, or an
 * update without fields, since the profile of another user than the run's is not restored.
 */
async function arrayOfValid(context: CaseContext, { caller }: Actor, operation: OperationId): Promise<string> {
  if (operation === "inviteMember") return JSON.stringify([{ email: await uniqueAddress(context) }]);
  if (operation === "updateMe") return "[{}]";
  const accepted = context
    .exchangesOf(operation)
    .find(({ actor, exchange }) => actor.caller === caller && exchange.isSuccess && exchange.intent === "valid");
  return `[${accepted?.exchange.request.body ?? ""}]`;
}

const otherMediaTypes = ["text/plain", "application/x-www-form-urlencoded", "application/xml"];

const intent = "invalid";

export const otherBodiesRejected = defineCase({
  id: "error.other-bodies",
  clause: "error.refusal",
  claim: "A body that is JSON but not an object is rejected",
  needs: { credential: "key", writes: true },
  async run(context) {
    const actor = spareKey(context);
    const parameters = { orgId: actor.caller.organization ?? context.unissuedId(undefined) };
    for (const operation of operationsFor(context, "JSON of another type")) {
      const rawBody = await otherBody(context, actor, operation);
      const exchange = await actor.send(operation, { parameters, rawBody, intent, causes: "JSON of another type" });
      // An update may need no field, so a target may take this for an update that changes nothing.
      if (operation !== "updateMe") expectNotServed(exchange, `for the body ${rawBody}`);
    }
    const [otherType = null] = context.sample(otherMediaTypes, 1);
    for (const [causes, contentType] of [
      ["another media type", otherType],
      ["no media type", null],
    ] as const) {
      for (const operation of operationsFor(context, causes)) {
        const { actor, parameters } = await spareWriter(context, operation);
        await actor.send(operation, { parameters, body: harmlessBodies[operation], contentType, intent, causes });
      }
    }
  },
});
