/** §1 and §4, endpoint 5: a product has problems, and a problem is read below a product that has it. */
import { defineCase, Skip } from "../case.ts";
import { problemsOfAnotherProduct } from "../given/detail-reads.ts";
import { mismatch } from "../given/expect.ts";
import { nonEmptyList } from "../given/lists.ts";
import { spareKey } from "../given/permitted.ts";
import { shows } from "../given/tenancy.ts";

/** Of two lists the shorter is no first page, but whole: what it does not hold is not that product's. */
export const problemBelowItsProduct = defineCase({
  id: "consistency.own-problems",
  clause: "endpoint.own-problems",
  claim: "A problem cannot be read below a product that does not list it",
  needs: { credential: "key" },
  async run(context) {
    const actor = spareKey(context);
    const list = await nonEmptyList(actor, "listProblems");
    const other = await problemsOfAnotherProduct(actor, list.product);
    if (other === undefined || !other.exchange.isSuccess) throw new Skip("two products whose problems are listed");
    const [longer, shorter] = [list, other].toSorted((a, b) => b.items.length - a.items.length);
    const problem = longer?.items.find(({ id }) => !shorter?.items.some((item) => item.id === id));
    if (longer?.items.length === shorter?.items.length || shorter === undefined || problem === undefined)
      throw new Skip("two products of which one lists fewer problems, and not the other's");
    const parameters = { productId: shorter.product.id, problemId: problem.id };
    const exchange = await actor.send("getProblem", { parameters, intent: "unknown-id" });
    const after = [list.exchange, other.exchange];
    if (shows(exchange, problem))
      mismatch(exchange, "a 4xx: this problem is in the list of another product, not of this one", { after });
  },
});
