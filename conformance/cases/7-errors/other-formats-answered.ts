/** §7.1 applies to every error response, also if a request asks for another format than JSON. */
import { noCredentials } from "../../client/caller.ts";
import { defineCase } from "../case.ts";
import { unissuedIds } from "../shared/all-operations.ts";
import { operationsFor } from "../shared/chosen-operations.ts";
import { spareKey } from "../shared/permitted.ts";
import { expectErrorLike } from "../shared/undeclared.ts";

/** A framework may have a page for browsers, and nothing for the others. */
const formats = {
  "another format asked for": ["application/xml", "image/png"],
  "an error in another format": ["text/html"],
} as const;

export const otherFormatsAnswered = defineCase({
  id: "error.other-formats",
  clause: "error.undeclared",
  claim:
    "An error response to a request that accepts another format than JSON has an error body and the rate limit headers",
  needs: { credential: "key" },
  async run(context) {
    const actor = spareKey(context);
    const declared = await actor.read("listProducts");
    // A target may show an existing resource in another format, so the request is for an unknown one.
    for (const kind of ["another format asked for", "an error in another format"] as const) {
      const [accept = ""] = context.sample(formats[kind], 1);
      for (const operation of operationsFor(context, kind)) {
        const request = { parameters: unissuedIds(context), accept, undeclared: {}, intent: "unknown-id" } as const;
        const exchange = await actor.send(operation, { ...request, causes: kind });
        expectErrorLike(declared, exchange, `, also for Accept: ${accept}`);
      }
    }
    // A gateway may take a client that accepts HTML for a browser, and answer with a page.
    const causes = "no credentials, in another format";
    for (const operation of operationsFor(context, causes)) {
      const request = { accept: "text/html", undeclared: {}, causes } as const;
      const unauthenticated = await context.asCaller(noCredentials).send(operation, request);
      expectErrorLike(declared, unauthenticated, " without credentials, also for Accept: text/html");
    }
  },
});
