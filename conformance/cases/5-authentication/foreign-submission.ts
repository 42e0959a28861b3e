/** §5.2: a key is scoped to one organization, so it cannot submit feedback for another's product. */
import type { Listed } from "../../model/body.ts";
import { type Actor, type CaseContext, defineCase, Skip } from "../case.ts";
import { acceptedSubmission, referencesTo } from "../shared/accepted-submission.ts";
import { mismatch } from "../shared/expect.ts";
import type { References } from "../shared/full-submission.ts";
import { itemsOrNone } from "../shared/lists.ts";
import {
  foreignProducts,
  noForeignProduct,
  productListsOf,
  readForeignProduct,
  unknownAccepted,
} from "../shared/tenancy.ts";
import { bothKeys } from "../shared/tenant-keys.ts";
import { uniqueMark } from "../shared/unique-names.ts";

/** A target that accepts another organization's product, and rejects an unknown one, reveals that it exists. */
export const foreignSubmission = defineCase({
  id: "scope.foreign-submission",
  clause: "auth.scope",
  claim: "A key cannot submit feedback for another organization's product, whichever context and actor it names",
  needs: { credential: "other-organization", writes: true },
  async run(context) {
    const [key, otherKey] = bothKeys(context);
    const { references } = await acceptedSubmission(context);
    const products = await foreignProducts(otherKey, key);
    const product = products.find(({ id }) => id === references.productId) ?? products[0];
    if (product === undefined) throw new Skip(noForeignProduct, ["listProducts"]);
    for (const ids of [references, await ownReferences(otherKey)])
      await expectRejected(context, product, { ...ids, productId: product.id });
  },
});

/** A context and an actor of the key's first product: a target may require them, and may not check whose they are. */
async function ownReferences(actor: Actor): Promise<Pick<References, "contextId" | "actorId">> {
  const [product] = await itemsOrNone(actor, "listProducts");
  return product === undefined ? {} : referencesTo(actor, product.id);
}

/** Submits with the other organization's key for a product of the first organization. */
async function expectRejected(context: CaseContext, product: Listed, references: References): Promise<void> {
  const [key, otherKey] = bothKeys(context);
  const { bodyFor } = await acceptedSubmission(context);
  const submit = async (productId: string, intent: "foreign-id" | "unknown-id") => {
    const body = bodyFor({ ...references, productId }, await uniqueMark(context));
    return otherKey.send("submitFeedback", { body, intent });
  };
  const exchange = await submit(product.id, "foreign-id");
  if (!exchange.isSuccess) return;
  const unknown = await submit(context.unissuedId(product.id), "unknown-id");
  if (unknown.isSuccess) throw new Skip(unknownAccepted);
  const { read, isReaders } = await readForeignProduct(otherKey, key, product);
  if (isReaders) throw new Skip(noForeignProduct, ["listProducts"]);
  const after = [...(await productListsOf(key, otherKey)), unknown, read];
  mismatch(exchange, `a 4xx for a product of ${key.caller.organization}, another organization than the key's`, {
    after,
  });
}
