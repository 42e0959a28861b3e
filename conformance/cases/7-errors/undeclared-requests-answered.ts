/** §7.1 and §8 say every response: also those to requests that the document does not declare. */
import { isObject } from "../../model/body.ts";
import { rateLimitHeaders } from "../../model/rate-limit-headers.ts";
import { defineCase, type Exchange } from "../case.ts";
import { bodyOf, mismatch } from "../given/expect.ts";
import { spareKey } from "../given/permitted.ts";

export const undeclaredRequestsAnswered = defineCase({
  id: "error.undeclared-requests",
  clause: "error.undeclared",
  claim:
    "An unknown path below /v1, and a method that a path does not have, get an error body and the rate limit headers",
  needs: { credential: "key" },
  async run(context) {
    const actor = spareKey(context);
    const declared = await actor.read("listProducts");
    const others = [{ path: `/v1/${context.mark}` }, ...(context.isReadOnly ? [] : [{ method: "PATCH" }])];
    for (const undeclared of others) {
      const exchange = await actor.send("listProducts", { undeclared, intent: "invalid" });
      // A target may have more than the document declares.
      if (exchange.status >= 400) expectErrorLike(declared, exchange);
    }
  },
});

/** It has an error body, and the rate limit headers that another response has. */
function expectErrorLike(declared: Exchange, exchange: Exchange): void {
  if (exchange.status >= 500) mismatch(exchange, "a 4xx for what there is not");
  if (!isObject(exchange.json()) || typeof bodyOf(exchange).error !== "string") mismatch(exchange, "an error body");
  const missing = rateLimitHeaders.filter(
    (name) => declared.header(name) !== undefined && exchange.header(name) === undefined,
  );
  if (missing.length === 0) return;
  mismatch(exchange, "the rate limit headers", {
    actual: `${exchange.status} without ${missing.join(", ")}`,
    after: [declared],
  });
}
