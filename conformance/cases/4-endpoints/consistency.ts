/** An item read alone is the item that its list shows: what both of them carry is the same (§4, endpoints 1 and 2, 4 and 5). */
import { defineCase } from "../../case.ts";
import { Skip } from "../../check.ts";
import type { Exchange } from "../../exchange.ts";
import { mismatch } from "../../expect.ts";
import { isObject, type JsonObject } from "../../laws/body-view.ts";

/** Fields that may change between two requests, or that a list may shorten, are left out. */
const compared = ["id", "slug", "name", "status", "statementFormat", "createdAt"];

function expectAgreement(listed: JsonObject, detail: Exchange): void {
  const body = detail.json();
  if (!detail.isSuccess || !isObject(body)) return;
  for (const name of compared) {
    const [inList, alone] = [listed[name], body[name]];
    if (inList === undefined || alone === undefined || isSame(name, inList, alone)) continue;
    mismatch(detail, `${name} ${JSON.stringify(inList)}, as in the list`, `${name} ${JSON.stringify(alone)}`);
  }
}

/** Two spellings of one time are one time. */
function isSame(name: string, one: unknown, other: unknown): boolean {
  if (name !== "createdAt") return one === other;
  return (
    one === other || (typeof one === "string" && typeof other === "string" && Date.parse(one) === Date.parse(other))
  );
}

export const listAndDetail = defineCase({
  id: "consistency.list-and-detail",
  clause: "endpoint.list-and-detail",
  claim: "A product and a problem are alone what they are in their list",
  needs: { credential: "key" },
  async run(context) {
    const actor = context.as("key");
    const product = await context.product(actor);
    expectAgreement(product.fields, await actor.read("getProduct", { productId: product.id }));
    const problems = await context.filled(actor, "listProblems");
    const [problem] = problems.items;
    if (problem === undefined) return;
    const parameters = { productId: problems.product.id, problemId: problem.id };
    const detail = await actor.read("getProblem", parameters);
    if (!detail.isSuccess) throw new Skip("getProblem to answer");
    expectAgreement(problem.fields, detail);
  },
});
