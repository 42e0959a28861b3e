/** Faults with identifiers that do not exist, but have the form of one that does (§7). */
import { HttpError } from "../../parts/http-error.ts";
import { param } from "../../parts/route.ts";
import { allProblems } from "../../store/product-content.ts";
import { allProducts } from "../../store/products.ts";
import { productLists, replaceRoute, replaceRoutes } from "../seams/routes.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

const isNotFound = (error: unknown) => error instanceof HttpError && error.kind === "notFound";

/** The id that the parameter begins with, if there is one of these. */
const beginningOf = (parameter: string, ids: readonly string[]) => ids.find((id) => parameter.startsWith(id));

export default [
  defineMutant({
    id: "product-by-an-id-cut",
    clause: "error.unknown-id",
    fault: "What follows a product's id in the path is ignored, as by a column that is too short",
    change: replaceRoutes(["getProduct", ...productLists], (route) => (request) => {
      const { store, caller, params } = request;
      const ids = allProducts(store, [caller.orgId]).map(({ id }) => id);
      const productId = param(request, "productId");
      return route({ ...request, params: { ...params, productId: beginningOf(productId, ids) ?? productId } });
    }),
  }),
  defineMutant({
    id: "organization-by-an-id-cut",
    clause: "error.unknown-id",
    fault: "What follows an organization's id in the path is ignored",
    change: replaceRoutes(["getOrganization", "listMembers"], (route) => (request) => {
      const orgId = param(request, "orgId");
      return route({ ...request, params: { orgId: beginningOf(orgId, [request.caller.orgId]) ?? orgId } });
    }),
  }),
  defineMutant({
    id: "problem-by-its-beginning",
    clause: "error.unknown-id",
    fault: "A problem is found by the beginning of its id",
    change: replaceRoute("getProblem", (route) => (request) => {
      const { store, params } = request;
      const problemId = param(request, "problemId");
      const found = allProblems(store, params.productId ?? "").find(({ id }) => id.startsWith(problemId));
      return route({ ...request, params: { ...params, problemId: found?.id ?? problemId } });
    }),
  }),
  defineMutant({
    id: "status-of-what-may-come",
    clause: "error.unknown-id",
    fault: "The status of any feedbackId of the right form is queued, even if it does not exist",
    change: replaceRoute("getFeedbackStatus", (route) => (request) => {
      const feedbackId = param(request, "feedbackId");
      try {
        return route(request);
      } catch (error) {
        if (!isNotFound(error) || !/^fb_[0-9a-f]+$/.test(feedbackId)) throw error;
        return request.parts.serializers.processing({ feedbackId, status: "queued", resultUrl: "" });
      }
    }),
  }),
] satisfies readonly Mutant[];
