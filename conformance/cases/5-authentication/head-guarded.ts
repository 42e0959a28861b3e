/** §5.8: a caller who may not read an endpoint learns nothing from HEAD either. */
import { noCredentials } from "../../client/caller.ts";
import { defineCase } from "../case.ts";
import { knownIdsAndFeedback } from "../shared/all-operations.ts";
import { mismatch } from "../shared/expect.ts";

export const headGuarded = defineCase({
  id: "auth.head",
  clause: "auth.other-methods",
  claim: "HEAD without credentials is not answered with a 2xx and JSON",
  lane: "anonymous",
  async run(context) {
    const anonymous = context.asCaller(noCredentials);
    const parameters = await knownIdsAndFeedback(context);
    const reads = context.operations.filter(({ method }) => method === "GET");
    const { id = "listProducts" } = reads[context.seed % reads.length] ?? {};
    const exchange = await anonymous.send(id, { parameters, undeclared: { method: "HEAD" } });
    // A target may answer 2xx, without content, to any HEAD, or to any request outside its endpoints.
    const type = exchange.header("content-type") ?? "";
    if (exchange.isSuccess && /\bjson\b/i.test(type))
      mismatch(exchange, "401 for HEAD without credentials, or no Content-Type of JSON", {
        actual: `${exchange.status} with Content-Type ${JSON.stringify(type)}`,
      });
  },
});
