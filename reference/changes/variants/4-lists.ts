/** Choices of the items that products share (§2.5, §2.6), and of the length of lists (§8). */

import type { Database } from "../../store/database.ts";
import { allActors, allContexts, allReleases } from "../../store/product-content.ts";
import { allProducts } from "../../store/products.ts";
import { combine, replace } from "../seams/replace.ts";
import { changeItems, replaceRoute } from "../seams/routes.ts";
import { defineVariant, type Variant } from "./variant.ts";

type Data = { readonly data: readonly object[] };

/** Adds the items of the organization's other products to the list of each. Only products with a shared index are read. */
const ofAllProducts = (
  operation: "listContexts" | "listActors" | "listReleases",
  all: (store: Database, productId: string) => readonly { readonly id: string }[],
  isShared = (_at: number) => true,
) =>
  replaceRoute(operation, (route) => (request) => {
    const { store, caller, params, parts } = request;
    const own = (route(request) as Data).data;
    const products = allProducts(store, [caller.orgId]);
    if (!products.some(({ id }) => id === params.productId)) return parts.serializers.list(own);
    const rows = products.filter((_, at) => isShared(at)).flatMap(({ id }) => all(store, id));
    const known = JSON.stringify(own);
    const more = rows
      .filter(({ id }) => !known.includes(id))
      .map(({ productId: _, ...row }: Record<string, unknown>) => row);
    return parts.serializers.list([...own, ...more]);
  });

const listing = (of: Pick<Variant, "id" | "choice" | "change">): Variant => defineVariant({ ...of, group: "lists" });

const pageOf = (size: number) =>
  replace("serializers", ({ list, bareList }) => ({
    list: (items) => list(items.slice(0, size)),
    bareList: (items) => bareList(items.slice(0, size)),
  }));

export default [
  listing({
    id: "contexts-of-the-organization",
    choice: "Every product lists, and accepts in feedback, the contexts and actors of all products of the organization",
    change: combine(
      ofAllProducts("listContexts", allContexts),
      ofAllProducts("listActors", allActors),
      replaceRoute("submitFeedback", (route) => (request) => {
        const { contextId: _context, actorId: _actor, ...body } = Object(request.body);
        return route({ ...request, body });
      }),
    ),
  }),
  listing({
    id: "releases-shared",
    choice: "The releases of the first product are also listed for the other products",
    change: ofAllProducts("listReleases", allReleases, (at) => at === 0),
  }),
  listing({
    id: "lists-of-four",
    choice: "Lists contain only their first four items",
    change: pageOf(4),
  }),
  listing({
    id: "statements-shortened",
    choice: "The list of problems shows only the beginning of each statement",
    change: changeItems("listProblems", (items) =>
      items.map(({ statement, ...item }) => ({ ...item, statement: String(statement).replace(/(?<=.{12}).+$/s, "…") })),
    ),
  }),
  listing({
    id: "lists-of-varying-pages",
    choice: "Every second list of products begins with the second product, and says that there are more items",
    change: replaceRoute("listProducts", (route) => {
      let count = 0;
      return (request) => {
        count += 1;
        const { data } = route(request) as Data;
        return count % 2 === 0 && data.length > 2 ? { data: data.slice(1), hasMore: true } : { data };
      };
    }),
  }),
  listing({
    id: "lists-of-five",
    choice: "Lists contain only their first five items",
    change: pageOf(5),
  }),
  listing({
    id: "lists-of-three-announced",
    choice: "Wrapped lists contain only the three latest items, and say that there are more",
    change: replace("serializers", ({ list }) => ({
      list: (items) => ({
        ...Object(list([...items].reverse().slice(0, 3))),
        page: { next: items.length > 3 ? "3" : null, totalItems: items.length },
      }),
    })),
  }),
] satisfies readonly Variant[];
