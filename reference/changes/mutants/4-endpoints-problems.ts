/** Faults of single problems, and of the features of one product (§4, endpoints 3 and 5). */
import { notFound } from "../../parts/route.ts";
import { allFeatures } from "../../store/features.ts";
import { findProblem } from "../../store/problems.ts";
import { allProducts } from "../../store/products.ts";
import { replaceRoute } from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

export default [
  defineMutant({
    id: "archived-problem-gone",
    clause: "endpoint.getProblem",
    fault: "The query of one problem leaves archived ones out, which the list shows",
    change: replaceRoute("getProblem", (route) => (request) => {
      const { store, params } = request;
      const row = findProblem(store, params.productId ?? "", params.problemId ?? "");
      if (row?.status === "archived") throw notFound("problem");
      return route(request);
    }),
  }),
  defineMutant({
    id: "problem-of-first-product-only",
    clause: "endpoint.getProblem",
    fault: "A problem is looked for in the product that its organization made first",
    change: replaceRoute("getProblem", (route) => (request) => {
      const { store, caller, params } = request;
      const [first] = allProducts(store, [caller.orgId]);
      if (params.productId !== first?.id) throw notFound("problem");
      return route(request);
    }),
  }),
  defineMutant({
    id: "features-of-the-organization",
    clause: "endpoint.own-features",
    fault: "Features are found by the product's organization: each product lists those of all",
    change: replaceRoute("listFeatures", (route) => (request) => {
      route(request);
      const { store, caller, parts } = request;
      const rows = allProducts(store, [caller.orgId]).flatMap(({ id }) => allFeatures(store, id));
      return parts.serializers.list(rows.map(parts.serializers.feature));
    }),
  }),
] satisfies readonly Mutant[];
