/** §7: an identifier of characters that routers, decoders and databases trip over; the laws judge the error response. */
import { listedItems } from "../../model/body.ts";
import { defineCase, type OperationId } from "../case.ts";
import { expectRefused, mismatch } from "../given/expect.ts";
import { itemsOrNone } from "../given/lists.ts";
import { spareKey } from "../given/permitted.ts";

const identifiers = (mark: string): readonly string[] => [
  `${mark}/products`,
  "%",
  `${mark}' OR "1"="1" --`,
  `${mark}\u0000`,
  `${mark}-Zürich-🙂`,
  mark.repeat(Math.ceil(2000 / mark.length)),
];

/** An operation that looks up each path parameter; the parameters before the last exist. */
const lookups: readonly OperationId[] = [
  "getProduct",
  "getProblem",
  "getFeedbackStatus",
  "getOrganization",
  "listFeatures",
  "listMembers",
];

export const oddIdentifiersRefused = defineCase({
  id: "error.odd-identifiers",
  clause: "error.unknown-id",
  claim: "An identifier of unusual characters, which none has, is answered with an error or an empty list",
  needs: { credential: "key" },
  async run(context) {
    const actor = spareKey(context);
    const [product] = await itemsOrNone(actor, "listProducts");
    for (const [at, identifier] of identifiers(context.mark).entries()) {
      const operation = lookups[(at + context.seed) % lookups.length] ?? "getProduct";
      const isNested = operation === "getProblem" && product !== undefined;
      const parameters = {
        productId: isNested ? product.id : identifier,
        problemId: identifier,
        feedbackId: identifier,
        orgId: identifier,
      };
      const exchange = await actor.send(operation, { parameters, intent: "unknown-id" });
      const isList = operation.startsWith("list");
      if (!isList) expectRefused(exchange, `for an identifier that does not exist: ${JSON.stringify(identifier)}`);
      else if (listedItems(exchange).length > 0) mismatch(exchange, "nothing below an identifier that does not exist");
    }
  },
});
