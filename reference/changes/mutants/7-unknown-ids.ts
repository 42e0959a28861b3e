/** Faults of what does not exist (§7), where its identifier looks like one that does. */
import { HttpError } from "../../parts/http-error.ts";
import { param } from "../../parts/route.ts";
import { replaceRoute } from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

const isNotFound = (error: unknown) => error instanceof HttpError && error.kind === "notFound";

export default [
  defineMutant({
    id: "status-of-what-may-come",
    clause: "error.unknown-id",
    fault: "A feedbackId of the right form is taken for one that has not arrived yet: queued, whether it exists or not",
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
