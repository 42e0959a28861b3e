/** §4, endpoints 1 to 8: what belongs to a product is read with an API key, which §5.2 grants all of it. */
import type { OperationId } from "../../../spec/contract.ts";
import { type Actor, type CaseContext, defineCase, type SuiteCase } from "../../case.ts";
import { Skip } from "../../check.ts";
import type { Exchange } from "../../exchange.ts";
import { expectStatus, expectSuccess, mismatch } from "../../expect.ts";
import { isObject } from "../../laws/body-view.ts";

type Read = (context: CaseContext, actor: Actor) => Promise<Exchange>;

function readCase(operation: OperationId, claim: string, read: Read): SuiteCase {
  return defineCase({
    id: `answers.${operation}`,
    clause: `endpoint.${operation}`,
    claim,
    needs: { credential: "key" },
    lane: "first",
    async run(context) {
      const exchange = await read(context, context.as("key"));
      expectSuccess(exchange, `for ${operation}`);
      context.observe("endpoint.success-codes", `${operation}: ${exchange.status}`);
    },
  });
}

const ofProduct =
  (operation: OperationId): Read =>
  async (context, actor) =>
    (await context.filled(actor, operation)).exchange;

/** What is read alone carries the identifier that was asked for. */
function expectSame(exchange: Exchange, id: string): void {
  const body = exchange.json();
  if (exchange.isSuccess && isObject(body) && typeof body.id === "string" && body.id !== id) {
    mismatch(exchange, `the item ${JSON.stringify(id)} that was asked for`);
  }
}

export const reads: readonly SuiteCase[] = [
  readCase("listProducts", "The products are listed", (_, actor) => actor.read("listProducts")),
  readCase("getProduct", "A listed product can be read alone", async (context, actor) => {
    const { id } = await context.product(actor);
    const exchange = await actor.read("getProduct", { productId: id });
    expectSame(exchange, id);
    return exchange;
  }),
  readCase("listFeatures", "The features of a product are listed, with status 200", async (context, actor) => {
    const { exchange } = await context.filled(actor, "listFeatures");
    expectStatus(exchange, 200, "for listFeatures");
    return exchange;
  }),
  readCase("listProblems", "The problems of a product are listed", ofProduct("listProblems")),
  readCase("getProblem", "A listed problem can be read alone", async (context, actor) => {
    const { product, items } = await context.filled(actor, "listProblems");
    const [problem] = items;
    if (problem === undefined) throw new Skip("a problem in one of the first products");
    const exchange = await actor.read("getProblem", { productId: product.id, problemId: problem.id });
    expectSame(exchange, problem.id);
    return exchange;
  }),
  readCase("listReleases", "The releases of a product are listed", ofProduct("listReleases")),
  readCase("listContexts", "The contexts of a product are listed", ofProduct("listContexts")),
  readCase("listActors", "The actors of a product are listed", ofProduct("listActors")),
];
