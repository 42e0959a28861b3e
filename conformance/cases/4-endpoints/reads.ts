/** §4, endpoints 1, 3, 4 and 6 to 8: what belongs to a product is read with an API key, which §5.2 grants all of it. */
import type { OperationId } from "../../../spec/contract.ts";
import { type Actor, type CaseContext, defineCase, type SuiteCase } from "../../case.ts";
import type { Exchange } from "../../exchange.ts";
import { expectSuccess } from "../../expect.ts";

type Read = (context: CaseContext, actor: Actor) => Promise<readonly Exchange[]>;

function readCase(operation: OperationId, claim: string, requests: number, read: Read): SuiteCase {
  return defineCase({
    id: `answers.${operation}`,
    clause: `endpoint.${operation}`,
    claim,
    needs: { credential: "key" },
    lane: "first",
    requests,
    async run(context) {
      for (const exchange of await read(context, context.as("key"))) {
        expectSuccess(exchange, `for ${operation}`);
      }
    },
  });
}

const ofProduct =
  (operation: OperationId): Read =>
  async (context, actor) => [(await context.filled(actor, operation)).exchange];

/** Also of a second product: the shorter of two lists is whole, so that it can be told whether references into it resolve. */
const ofTwoProducts =
  (operation: OperationId): Read =>
  async (context, actor) => {
    const { product, exchange } = await context.filled(actor, operation);
    const other = (await context.list(actor, "listProducts")).find(({ id }) => id !== product.id);
    if (other === undefined || !exchange.isSuccess) return [exchange];
    return [exchange, await actor.read(operation, { productId: other.id })];
  };

export const reads: readonly SuiteCase[] = [
  readCase("listProducts", "The products are listed", 0, async (_, actor) => [await actor.read("listProducts")]),
  readCase("listFeatures", "The features of a product are listed", 2, ofTwoProducts("listFeatures")),
  readCase("listProblems", "The problems of a product are listed", 1, ofProduct("listProblems")),
  readCase("listReleases", "The releases of a product are listed", 2, ofTwoProducts("listReleases")),
  readCase("listContexts", "The contexts of a product are listed", 1, ofProduct("listContexts")),
  readCase("listActors", "The actors of a product are listed", 1, ofProduct("listActors")),
];
