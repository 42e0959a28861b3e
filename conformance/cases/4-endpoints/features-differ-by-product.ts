/** §1: a product has features. Two products may share some of them; that both list the same several shows a list of all features. */
import { type Listed, listedOf } from "../../model/body.ts";
import { isCommonId } from "../../model/common-id.ts";
import { defineCase, Skip } from "../case.ts";
import { mismatch } from "../given/expect.ts";
import { listsOfTwoProducts } from "../given/lists.ts";

export const featuresDifferByProduct = defineCase({
  id: "consistency.own-features",
  clause: "endpoint.own-features",
  claim: "Two products do not list the same features",
  needs: { credential: "key" },
  lane: "first",
  async run(context) {
    const [first, second] = await listsOfTwoProducts(context.as("key"), "listFeatures");
    if (first === undefined || second === undefined) throw new Skip("two products");
    const [ofFirst, ofSecond] = [listedOf(first), listedOf(second)];
    if (ofFirst.length < 2 || ofSecond.length < 2) throw new Skip("two products with several features");
    const areInBoth = ofFirst.every((feature) => ofSecond.some((other) => isSameFeature(feature, other)));
    if (ofFirst.length === ofSecond.length && areInBoth)
      mismatch(second, "other features than the first product's", { actual: "the same features", after: [first] });
  },
});

/** An identifier alone does not prove it: each product may number its own features. */
const isSameFeature = (a: Listed, b: Listed) =>
  a.id === b.id && !isCommonId(a.id) && ["name", "createdAt"].every((name) => a.fields[name] === b.fields[name]);
