/** §5.8: a caller who may not read an endpoint learns nothing from HEAD either. */
import { noCredentials } from "../../client/caller.ts";
import { defineCase } from "../case.ts";
import { mismatch } from "../given/expect.ts";

export const headGuarded = defineCase({
  id: "auth.head",
  clause: "auth.other-methods",
  claim: "HEAD without credentials is not answered with a 2xx and JSON",
  lane: "anonymous",
  async run(context) {
    const anonymous = context.asCaller(noCredentials);
    const exchange = await anonymous.send("listProducts", { undeclared: { method: "HEAD" } });
    // A target may answer 2xx, without content, to any HEAD, or to any request outside its endpoints.
    const type = exchange.header("content-type") ?? "";
    if (exchange.isSuccess && /\bjson\b/i.test(type))
      mismatch(exchange, "401 for HEAD without credentials, or no Content-Type of JSON", {
        actual: `${exchange.status} with Content-Type ${JSON.stringify(type)}`,
      });
  },
});
