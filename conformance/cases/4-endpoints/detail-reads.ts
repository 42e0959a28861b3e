/** §4, endpoints 2 and 5: a product and a problem, each read by itself. */
import { type CaseContext, defineCase } from "../case.ts";
import { type DetailRead, problemDetails, productDetails } from "../given/detail-reads.ts";
import { expectSuccess, mismatch, stringIn } from "../given/expect.ts";

const details: readonly (readonly [
  operation: "getProduct" | "getProblem",
  claim: string,
  read: (context: CaseContext) => Promise<readonly DetailRead[]>,
])[] = [
  ["getProduct", "A listed product can be read by itself", productDetails],
  ["getProblem", "A listed problem can be read by itself, whatever its status and its product", problemDetails],
];

export const detailReads = details.map(([operation, claim, read]) =>
  defineCase({
    id: `answers.${operation}`,
    clause: `endpoint.${operation}`,
    claim,
    needs: { credential: "key" },
    lane: "first",
    async run(context) {
      for (const { list, listed, exchange } of await read(context)) {
        expectSuccess(exchange, `for ${operation}`, [list]);
        if ((stringIn(exchange, "id") ?? listed.id) !== listed.id)
          mismatch(exchange, `the item ${JSON.stringify(listed.id)} that was asked for`);
      }
    },
  }),
);
