/** A service that others use during the run: what is read twice may have changed in between (§1, §2). */

import { seededId } from "../../seed/ids.ts";
import type { Database } from "../../store/database.ts";
import { allProducts } from "../../store/products.ts";
import { type Change, changeResource, combine, replace, replaceRoute } from "../seams.ts";
import { defineVariant, type Variant } from "./variant.ts";

const busy = (of: Pick<Variant, "id" | "choice" | "change" | "strict" | "reason">): Variant =>
  defineVariant({ ...of, group: "others" });

/** Each list begins somewhere else, each time. */
const turned: Change = replace("serializers", ({ list, bareList }) => {
  let turn = 0;
  const inTurn = (items: readonly unknown[]) => {
    turn += 1;
    const at = items.length === 0 ? 0 : turn % items.length;
    return [...items.slice(at), ...items.slice(0, at)];
  };
  return { list: (items) => list(inTurn(items)), bareList: (items) => bareList(inTurn(items)) };
});

/** Later at each read. */
function edited(resource: "product" | "feature" | "problem" | "release" | "organization"): Change {
  let reads = 0;
  return changeResource(resource, (body) => {
    reads += 1;
    return { ...body, updatedAt: new Date(Date.parse(String(body.updatedAt)) + reads * 1000).toISOString() };
  });
}

function insertProblem(store: Database, productId: string, at: number, now: string): void {
  const text = { name: `Problem ${at}`, statement: "Someone has reported it.", statementFormat: "text" };
  const id = seededId("prb", productId, String(at));
  const row = { id, productId, slug: `problem-${at}`, ...text, status: "unreviewed", createdAt: now, updatedAt: now };
  store.insert("problems", row);
}

export default [
  busy({ id: "lists-in-turn", choice: "A list has no order: it begins with another item each time", change: turned }),
  busy({
    id: "content-edited-meanwhile",
    choice: "Others edit what is listed: updatedAt is later at each read",
    change: combine(edited("product"), edited("feature"), edited("problem"), edited("release"), edited("organization")),
  }),
  busy({
    id: "feedback-becomes-a-problem",
    choice: "Every submission adds a problem to its product",
    change: replaceRoute("submitFeedback", (route) => {
      let count = 0;
      return (request) => {
        const answer = route(request);
        const { productId } = Object(request.body);
        count += 1;
        insertProblem(request.store, productId, count, new Date(request.now).toISOString());
        return answer;
      };
    }),
  }),
  busy({
    id: "problems-reported-meanwhile",
    choice: "Others report a problem between any two lists of a product's",
    change: replaceRoute("listProblems", (route) => {
      let count = 0;
      return (request) => {
        const [product] = allProducts(request.store, [request.caller.orgId]);
        count += 1;
        if (product !== undefined) insertProblem(request.store, product.id, count, new Date(request.now).toISOString());
        return route(request);
      };
    }),
  }),
  busy({
    id: "sessions-of-twenty-seconds",
    choice: "A session ends twenty seconds after its first request",
    change: replace("credentials", ({ isExpired }) => {
      const since = new Map<string, number>();
      return {
        isExpired: (credential, now, operation) => {
          const { kind, userId } = credential.caller;
          const first = since.get(userId) ?? now;
          if (kind === "session") since.set(userId, first);
          return isExpired(credential, now, operation) || (kind === "session" && now - first > 20_000);
        },
      };
    }),
  }),
];
