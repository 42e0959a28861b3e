/** Faults with identifiers that do not exist, but have the form of one that does (§7). */
import { HttpError } from "../../parts/http-error.ts";
import { param } from "../../parts/route.ts";
import { allProblems } from "../../store/product-content.ts";
import { replaceRoute } from "../seams/routes.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

const isNotFound = (error: unknown) => error instanceof HttpError && error.kind === "notFound";

export default [
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
