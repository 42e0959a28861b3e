/** Faults in single problems, and in the features of one product (§4, endpoints 3 and 5). */
import { notFound } from "../../parts/route.ts";
import { allOrganizations } from "../../store/organizations.ts";
import { allFeatures, allProblems, findProblem } from "../../store/product-content.ts";
import { allProducts } from "../../store/products.ts";
import { replaceRoute } from "../seams/routes.ts";
import { defineMutant, type Mutant, mutantsOf } from "./mutant.ts";

export default [
  ...mutantsOf("endpoint.getProblem", {
    "archived-problem-gone": {
      fault: "A single archived problem is 404, although the list shows it",
      change: replaceRoute("getProblem", (route) => (request) => {
        const { store, params } = request;
        const row = findProblem(store, params.productId ?? "", params.problemId ?? "");
        if (row?.status === "archived") throw notFound("problem");
        return route(request);
      }),
    },
    "deleted-problem-listed": {
      fault:
        "The list of problems ends with one that was deleted, so that it is 404 by itself; not in the first product",
      change: replaceRoute("getProblem", (route) => (request) => {
        const { store, caller, params } = request;
        const { productId = "", problemId } = params;
        const [first] = allProducts(store, [caller.orgId]);
        const isLast = allProblems(store, productId).at(-1)?.id === problemId;
        if (isLast && productId !== first?.id) throw notFound("problem");
        return route(request);
      }),
    },
    "problem-of-first-product-only": {
      fault: "A problem is found in the organization's first product only",
      change: replaceRoute("getProblem", (route) => (request) => {
        const { store, caller, params } = request;
        const [first] = allProducts(store, [caller.orgId]);
        if (params.productId !== first?.id) throw notFound("problem");
        return route(request);
      }),
    },
  }),
  defineMutant({
    id: "problem-live-by-itself",
    clause: "problem.status",
    fault: "Read by itself, a problem of the second product of the second organization has the status live",
    change: replaceRoute("getProblem", (route) => (request) => {
      const { store, params } = request;
      const problem = route(request);
      const [, second] = allOrganizations(store, "everything");
      const [, product] = second === undefined ? [] : allProducts(store, [second.id]);
      return product?.id === params.productId ? { ...Object(problem), status: "live" } : problem;
    }),
  }),
  defineMutant({
    id: "problem-below-any-product",
    clause: "endpoint.own-problems",
    fault: "A problem is found by the path of every product of its organization",
    change: replaceRoute("getProblem", (route) => (request) => {
      const { store, caller, params, parts } = request;
      const products = allProducts(store, [caller.orgId]);
      const rows = products.flatMap(({ id }) => findProblem(store, id, params.problemId ?? "") ?? []);
      const [row] = products.some(({ id }) => id === params.productId) ? rows : [];
      return row === undefined ? route(request) : parts.serializers.problem(row);
    }),
  }),
  defineMutant({
    id: "features-of-the-organization",
    clause: "endpoint.own-features",
    fault: "Every product lists the features of all products of the organization",
    change: replaceRoute("listFeatures", (route) => (request) => {
      route(request);
      const { store, caller, parts } = request;
      const rows = allProducts(store, [caller.orgId]).flatMap(({ id }) => allFeatures(store, id));
      return parts.serializers.list(rows.map(parts.serializers.feature));
    }),
  }),
] satisfies readonly Mutant[];
