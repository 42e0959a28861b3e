/** §5.2: an API key grants access to all products, and so to everything in each of them. */

import { isDenied } from "../../client/caller.ts";
import { type Listed, listedOf } from "../../model/body.ts";
import { type Actor, type CaseContext, defineCase, type Exchange, Skip } from "../case.ts";
import { expectSuccess } from "../given/expect.ts";
import { firstProducts, noProduct, productLists } from "../given/lists.ts";
import { parametersOf } from "../given/parameters-of.ts";
import { needsRoomInWindow } from "../given/room-in-window.ts";
import { byTurns } from "../given/tenancy.ts";

/** Reads what no other case has read: some faults are those of a few rows, and the first window is needed for the other cases. */
export const everyListReadable = defineCase({
  id: "scope.every-list",
  clause: "auth.all-products",
  claim:
    "An organization's keys can read every list of its products, of which three are tried, and the last problem of each",
  needs: { credential: "key" },
  lane: "late",
  async run(context) {
    const actor = context.as("key");
    const [first, ...others] = await firstProducts(actor);
    if (first === undefined) throw new Skip(noProduct(actor), ["listProducts"]);
    const products = await actor.read("listProducts");
    const all = productLists.flatMap((operation) => others.map((product) => ({ operation, product })));
    needsRoomInWindow(context);
    const nextKey = byTurns(context, actor);
    for (const { operation, product } of all) {
      if (!(await actor.read(operation, { productId: first.id })).isSuccess) continue;
      const reader = nextKey();
      const list = await reader.read(operation, { productId: product.id });
      // Which roles may read a list is open (§5.7), but it is the same for all products.
      const ofFirst = list.isSuccess ? list : await reader.read(operation, { productId: first.id });
      if (!ofFirst.isSuccess) continue;
      expectSuccess(list, `for ${operation}, as for the product ${first.id}`, [products, ofFirst]);
      if (operation === "listProblems") await expectLastProblem(reader, product, list);
    }
    await expectServedAgain(context);
  },
});

async function expectLastProblem(actor: Actor, product: Listed, list: Exchange): Promise<void> {
  const problem = listedOf(list).at(-1);
  if (problem === undefined) return;
  const exchange = await actor.read("getProblem", { productId: product.id, problemId: problem.id });
  expectSuccess(exchange, "for a problem that is listed", [list]);
}

/** What any step of the run was refused, although the key reads others of its kind: asked for again, since somebody may have been at work on it. */
async function expectServedAgain(context: CaseContext): Promise<void> {
  for (const operation of ["getProduct", "getProblem", ...productLists] as const) {
    const reads = context
      .exchangesOf(operation)
      .filter(
        ({ actor: { caller }, exchange }) =>
          caller.kind === "api-key" && !isDenied(caller) && exchange.intent === "valid",
      );
    const refused = reads.find(({ exchange: { status } }) => status >= 400 && status !== 429);
    const served = reads.find(({ actor, exchange }) => actor.caller === refused?.actor.caller && exchange.isSuccess);
    const parameters = refused && parametersOf(refused.exchange, context.contract);
    if (served === undefined || parameters === undefined) continue;
    const again = await refused?.actor.send(operation, { parameters });
    if (again !== undefined) expectSuccess(again, `for ${operation} of what is listed`, [served.exchange]);
  }
}
