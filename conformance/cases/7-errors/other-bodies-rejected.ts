/** §7: bodies that a body parser answers by itself, before any handler; the laws judge the error response. */
import { defineCase } from "../case.ts";
import { harmlessBodies } from "../given/all-operations.ts";
import { operationsFor } from "../given/chosen-operations.ts";
import { expectNotServed } from "../given/expect.ts";
import { spareKey } from "../given/permitted.ts";
import { spareWriter } from "../given/writers.ts";

/** JSON of every type but an object. */
const otherTypes: readonly string[] = ["null", "[]", "7", '"text"'];

const otherMediaTypes = ["text/plain", "application/x-www-form-urlencoded", "application/xml"];

const intent = "invalid";

export const otherBodiesRejected = defineCase({
  id: "error.other-bodies",
  clause: "error.refusal",
  claim: "A body that is JSON but not an object is refused",
  needs: { credential: "key", writes: true },
  async run(context) {
    const actor = spareKey(context);
    const parameters = { orgId: actor.caller.organization ?? context.unissuedId(undefined) };
    for (const [at, operation] of operationsFor(context, "JSON of another type").entries()) {
      const rawBody = otherTypes[at] ?? "null";
      const exchange = await actor.send(operation, { parameters, rawBody, intent, causes: "JSON of another type" });
      // None of the profile's fields need be there, so that a target may take this for an update that changes nothing.
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
