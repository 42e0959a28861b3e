/** §7.1 and §8 apply to every response, also to requests that the document does not declare. */
import type { ErrorKind } from "../../generate/error-kinds.ts";
import { isRejectedByHttpServer } from "../../model/rejected-by-http-server.ts";
import { defineCase, type SendOptions } from "../case.ts";
import { unissuedIds } from "../shared/all-operations.ts";
import { operationsFor } from "../shared/chosen-operations.ts";
import { conditionsSince } from "../shared/conditions.ts";
import { spareKey } from "../shared/permitted.ts";
import { expectErrorLike, expectHeadersOnRedirect } from "../shared/undeclared.ts";

type Undeclared = NonNullable<SendOptions["undeclared"]>;

export const undeclaredRequestsAnswered = defineCase({
  id: "error.undeclared-requests",
  clause: "error.undeclared",
  claim:
    "An unknown path below /v1 and an unknown method get an error body and the rate limit headers; a redirect has these",
  needs: { credential: "key" },
  async run(context) {
    const { mark, contract, isReadOnly } = context;
    const actor = spareKey(context);
    const parameters = unissuedIds(context);
    const declared = await actor.read("listProducts");
    expectHeadersOnRedirect(declared);
    const send = async (causes: ErrorKind, requestTo: (path: string) => Undeclared) => {
      for (const operation of operationsFor(context, causes)) {
        const undeclared = requestTo(contract.operation(operation).path);
        const exchange = await actor.send(operation, { parameters, undeclared, intent: "invalid", causes });
        expectHeadersOnRedirect(exchange, declared);
        if (!isRejectedByHttpServer(exchange)) expectErrorLike(declared, exchange);
      }
    };
    // The quote breaks JSON into which the path is written unescaped.
    // Routers that remove empty segments redirect there before anything else of the server sees the request. Not for every second
    // seed, since others find no such path.
    const separator = context.seed % 2 === 0 ? "//" : "/";
    await send("an unknown path", (path) => ({ path: `${path}${separator}${mark}/${mark}%22` }));
    await send("a malformed path", (path) => ({ path: path.replaceAll(/\{\w+\}/g, "%zz") }));
    // The law about the headers judges a 304, too.
    const headers = conditionsSince(declared);
    if (headers.length > 0) await actor.send("listProducts", { headers });
    if (!isReadOnly) await send("another method", () => ({ method: "PATCH" }));
  },
});
