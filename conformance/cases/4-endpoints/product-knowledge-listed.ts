/** §4, endpoints 1, 3, 4 and 6 to 8: an API key can read the lists of products and of what belongs to them (§5.2). */
import { type Actor, defineEndpointCase, type Exchange, type OperationId } from "../case.ts";
import { listsWithReferences, nonEmptyListIfAny } from "../shared/lists.ts";
import { expectRead } from "../shared/permitted.ts";

type Read = (actor: Actor, operation: OperationId) => Promise<readonly Exchange[]>;

const ofOneProduct: Read = async (actor, operation) => [(await nonEmptyListIfAny(actor, operation)).exchange];

/** Features and releases are read for two products: the shorter list is whole, so references into it can be judged. */
const lists: readonly (readonly [OperationId, claim: string, Read])[] = [
  ["listProducts", "The products are listed", async (actor) => [await actor.read("listProducts")]],
  ["listFeatures", "The features of a product are listed", (actor) => listsWithReferences(actor, "listFeatures")],
  ["listProblems", "The problems of a product are listed", ofOneProduct],
  ["listReleases", "The releases of a product are listed", (actor) => listsWithReferences(actor, "listReleases")],
  ["listContexts", "The contexts of a product are listed", ofOneProduct],
  ["listActors", "The actors of a product are listed", ofOneProduct],
];

export const productKnowledgeListed = lists.map(([operation, claim, read]) =>
  defineEndpointCase(operation, {
    claim,
    needs: { credential: "key" },
    lane: "first",
    ...(operation === "listProducts" ? { failsWithout: "this-api" } : {}),
    async run(context) {
      const actor = context.as("key");
      for (const exchange of await read(actor, operation)) {
        const products = operation === "listProducts" ? [] : [await actor.read("listProducts")];
        expectRead(exchange, operation, products);
      }
    },
  }),
);
