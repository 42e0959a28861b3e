/** §5.2: a key is scoped to one organization, so nothing is submitted with it for another's product. */
import { defineCase, Skip } from "../case.ts";
import { accepted } from "../given/accepted-submission.ts";
import { mismatch } from "../given/expect.ts";
import { bothKeys, carries, foreignProducts, productListsOf, readForeignProduct, shows } from "../given/tenancy.ts";
import { uniqueMark } from "../given/unique-names.ts";

/** A target that accepts another organization's product, and refuses an unknown one, reveals at least that the product exists. */
export const foreignSubmission = defineCase({
  id: "scope.foreign-submission",
  clause: "auth.scope",
  claim: "A key can submit nothing for another organization's product",
  needs: { credential: "other-organization", writes: true },
  async run(context) {
    const [key, otherKey] = bothKeys(context);
    const [product] = await foreignProducts(otherKey, key);
    if (product === undefined)
      throw new Skip("a product in the first organization, whose identifier the other does not use");
    const { bodyFor } = await accepted(context);
    const submit = async (productId: string, intent: "foreign-id" | "unknown-id") =>
      otherKey.send("submitFeedback", { body: bodyFor({ productId }, await uniqueMark(context)), intent });
    const exchange = await submit(product.id, "foreign-id");
    if (!exchange.isSuccess) return;
    const unknown = await submit(context.unissuedId(product.id), "unknown-id");
    if (unknown.isSuccess) throw new Skip("a target that checks productId when feedback is submitted, not later");
    const read = await readForeignProduct(otherKey, product);
    if (carries(read, "id", product.id) && !shows(read, product))
      throw new Skip("a product of the first organization, whose identifier the other does not use");
    const after = [...(await productListsOf(key, otherKey)), unknown, read];
    mismatch(exchange, `a refusal for a product of ${key.caller.organization}`, { after });
  },
});
