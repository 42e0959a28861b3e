/** §4, endpoints 1, 3, 4 and 6 to 8: what belongs to a product is read with an API key, which §5.2 grants all of it. */
import type { OperationId } from "../../../spec/contract.ts";
import { type Actor, type CaseContext, defineCase, type SuiteCase } from "../../case.ts";
import type { Exchange } from "../../exchange.ts";
import { expectStatus, expectSuccess } from "../../expect.ts";

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

export const reads: readonly SuiteCase[] = [
  readCase("listProducts", "The products are listed", (_, actor) => actor.read("listProducts")),
  readCase("listFeatures", "The features of a product are listed, with status 200", async (context, actor) => {
    const { exchange } = await context.filled(actor, "listFeatures");
    expectStatus(exchange, 200, "for listFeatures");
    return exchange;
  }),
  readCase("listProblems", "The problems of a product are listed", ofProduct("listProblems")),
  readCase("listReleases", "The releases of a product are listed", ofProduct("listReleases")),
  readCase("listContexts", "The contexts of a product are listed", ofProduct("listContexts")),
  readCase("listActors", "The actors of a product are listed", ofProduct("listActors")),
];
