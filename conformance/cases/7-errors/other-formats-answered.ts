/** §7.1 says every error response: also where a request asks for another format than JSON, of which the document says nothing. */
import { noCredentials } from "../../client/caller.ts";
import { defineCase } from "../case.ts";
import { unissuedIds } from "../given/all-operations.ts";
import { operationsFor } from "../given/chosen-operations.ts";
import { spareKey } from "../given/permitted.ts";
import { expectErrorLike } from "../given/undeclared.ts";

const formats = ["text/html", "application/xml", "image/png"];

export const otherFormatsAnswered = defineCase({
  id: "error.other-formats",
  clause: "error.undeclared",
  claim:
    "An error response to a request that accepts another format than JSON has an error body and the rate limit headers",
  needs: { credential: "key" },
  async run(context) {
    const actor = spareKey(context);
    const declared = await actor.read("listProducts");
    const [accept = ""] = context.sample(formats, 1);
    // The target may show an existing resource in another format, but answers only an error where there is none.
    for (const kind of ["another format asked for", "an error in another format"] as const) {
      for (const operation of operationsFor(context, kind)) {
        const request = { parameters: unissuedIds(context), accept, undeclared: {}, intent: "unknown-id" } as const;
        const exchange = await actor.send(operation, { ...request, causes: kind });
        expectErrorLike(declared, exchange, `, also for Accept: ${accept}`);
      }
    }
    // What guards the API may take whoever accepts HTML for a browser, and answer with a page.
    const request = { accept: "text/html", undeclared: {} } as const;
    const unauthenticated = await context.asCaller(noCredentials).send("listProducts", request);
    expectErrorLike(declared, unauthenticated, " without credentials, also for Accept: text/html");
  },
});
