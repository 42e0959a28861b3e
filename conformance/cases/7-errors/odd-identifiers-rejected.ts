/** §7: identifiers that routers, decoders and databases often handle wrongly. The laws judge the error response. */
import { identifiers, unusualIdentifiers } from "../../generate/identifiers.ts";
import { rawListItems } from "../../model/body.ts";
import { defineCase, type Exchange, isServerError, type OperationId } from "../case.ts";
import { operationsFor } from "../shared/chosen-operations.ts";
import { expectNotServed, mismatch } from "../shared/expect.ts";
import { smallestFailingValue } from "../shared/generated-values.ts";
import { itemsOrNone } from "../shared/lists.ts";
import { spareKey } from "../shared/permitted.ts";

const causes = "an unusual identifier";

export const oddIdentifiersRejected = defineCase({
  id: "error.odd-identifiers",
  clause: "error.unknown-id",
  claim: "An identifier of unusual characters, which does not exist, is answered with an error or an empty list",
  needs: { credential: "key" },
  async run(context) {
    const actor = spareKey(context);
    const [product] = await itemsOrNone(actor, "listProducts");
    const send = (operation: OperationId, identifier: string) => {
      // All path parameters but the last are existing ids.
      const isNested = operation === "getProblem" && product !== undefined;
      const parameters = {
        productId: isNested ? product.id : identifier,
        problemId: identifier,
        feedbackId: identifier,
        orgId: identifier,
      };
      return actor.send(operation, { parameters, intent: "unknown-id", causes });
    };
    const [last = "getProduct", ...operations] = operationsFor(context, causes);
    const unusual = context.sample(unusualIdentifiers(context.mark, context.seed), operations.length);
    for (const [at, identifier] of unusual.entries())
      expectNone(await send(operations[at] ?? last, identifier), identifier);
    const failing = await smallestFailingValue(
      context,
      identifiers(context.mark),
      1,
      (identifier) => send(last, identifier),
      (exchange) => isServerError(exchange) || showsAny(exchange),
    );
    if (failing === undefined) return;
    mismatch(failing.exchange, `a 4xx or an empty list for ${JSON.stringify(failing.value)}`);
  },
});

const isList = ({ operation }: Exchange) => operation?.startsWith("list") === true;
const showsAny = (exchange: Exchange) => (isList(exchange) ? rawListItems(exchange).length > 0 : exchange.isSuccess);

function expectNone(exchange: Exchange, identifier: string): void {
  if (!isList(exchange))
    expectNotServed(exchange, `for an identifier that does not exist: ${JSON.stringify(identifier)}`);
  else if (showsAny(exchange))
    mismatch(exchange, `a 4xx or an empty list for an identifier that does not exist: ${JSON.stringify(identifier)}`);
}
