/** §7: a body that is not JSON; the laws judge the error response. */
import { fieldsOf } from "../../generate/fields.ts";
import { requestBodyOf } from "../../generate/request-body.ts";
import { defineCase } from "../case.ts";
import { operationsFor } from "../shared/chosen-operations.ts";
import { expectNotServed } from "../shared/expect.ts";
import { spareKey } from "../shared/permitted.ts";
import { hasUpdated, spareWriter } from "../shared/writers.ts";

export const malformedJsonRejected = defineCase({
  id: "error.malformed-json",
  clause: "error.refusal",
  claim: "A body that is not JSON is rejected",
  needs: { credential: "key", writes: true },
  async run(context) {
    const causes = "a body that is not JSON";
    for (const operation of operationsFor(context, causes)) {
      const writer = await spareWriter(context, operation);
      const spare = spareKey(context);
      const actor = operation === "updateMe" && hasUpdated(context, spare) ? spare : writer.actor;
      const [field] = fieldsOf(requestBodyOf(context.contract, operation));
      const rawBody = `{"${field?.path[0]}": "`;
      const request = { parameters: writer.parameters, rawBody, intent: "invalid", causes } as const;
      expectNotServed(await actor.send(operation, request), `for ${operation} with a body that is not JSON`);
    }
  },
});
