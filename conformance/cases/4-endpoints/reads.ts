/** §4, endpoints 1, 3, 4 and 6 to 8: what belongs to a product is read with an API key, which §5.2 grants all of it. */
import type { OperationId } from "../../../spec/contract.ts";
import { type Listed, listedOf } from "../../model/body.ts";
import { Skip } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { mayBeGivenTwice } from "../5-authentication/scope.ts";
import { type Actor, type CaseContext, defineCase, type SuiteCase } from "../case.ts";
import { expectSuccess, mismatch } from "../given/expect.ts";

type Read = (context: CaseContext, actor: Actor) => Promise<readonly Exchange[]>;

function readCase(operation: OperationId, claim: string, requests: number, read: Read): SuiteCase {
  return defineCase({
    id: `answers.${operation}`,
    clause: `endpoint.${operation}`,
    claim,
    needs: { credential: "key" },
    lane: "first",
    requests,
    ...(operation === "listProducts" ? { reports: "other-api" } : {}),
    async run(context) {
      const actor = context.as("key");
      for (const exchange of await read(context, actor)) {
        const products = operation === "listProducts" ? [] : [await actor.read("listProducts")];
        expectSuccess(exchange, `for ${operation}`, products);
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

const featuresOfTwo = ofTwoProducts("listFeatures");

/** §1: a product has features. Two products may share some; that they share all, and there are several, is a list of all. */
export const ownFeatures = defineCase({
  id: "consistency.own-features",
  clause: "endpoint.own-features",
  claim: "The features of two products are not the same ones",
  needs: { credential: "key" },
  lane: "first",
  async run(context) {
    const [first, second] = await featuresOfTwo(context, context.as("key"));
    if (first === undefined || second === undefined) throw new Skip("two products");
    const [ofFirst, ofSecond] = [listedOf(first), listedOf(second)];
    if (ofFirst.length < 2 || ofSecond.length < 2) throw new Skip("two products with several features");
    const isInBoth = ofFirst.every((one) => ofSecond.some((other) => isSameFeature(one, other)));
    if (ofFirst.length === ofSecond.length && isInBoth)
      mismatch(second, "other features than the first product's", { actual: "the same ones", after: [first] });
  },
});

/** Each product may number its own. */
const isSameFeature = (one: Listed, other: Listed) =>
  one.id === other.id &&
  !mayBeGivenTwice(one.id) &&
  ["name", "createdAt"].every((name) => one.fields[name] === other.fields[name]);
