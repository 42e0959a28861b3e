/** §4, endpoints 2 and 5: a product and a problem, each read by itself. */
import { type CaseContext, defineEndpointCase } from "../case.ts";
import { type DetailRead, problemDetails, productDetails } from "../shared/detail-reads.ts";
import { expectRead } from "../shared/permitted.ts";

type Read = (context: CaseContext) => Promise<readonly DetailRead[]>;

const detailCase = (operation: "getProduct" | "getProblem", claim: string, read: Read) =>
  defineEndpointCase(operation, {
    claim,
    needs: { credential: "key" },
    lane: "first",
    async run(context) {
      for (const { list, exchange } of await read(context)) expectRead(exchange, operation, [list]);
    },
  });

export const eachListedItemReadable = [
  detailCase("getProduct", "A listed product can be read by itself", productDetails),
  detailCase(
    "getProblem",
    "A listed problem can be read by itself, whatever its status and its product (of many, a sample)",
    problemDetails,
  ),
];
