/** Choices of how long, and to whom, the status of feedback is shown (§4, endpoints 9 and 10). */

import { HttpError } from "../../parts/http-error.ts";
import { notFound, param } from "../../parts/route.ts";
import type { Body } from "../../parts/serializers.ts";
import { findFeedback } from "../../store/feedback.ts";
import { combine, replace } from "../seams/replace.ts";
import { replaceRoute } from "../seams/routes.ts";
import { defineVariant, variantsOf } from "./variant.ts";

export default [
  ...variantsOf("queue", {
    "status-for-an-hour": {
      choice: "The status of feedback is kept for an hour",
      change: replace("queue", { isVisible: ({ acceptedAt }, now) => now < acceptedAt + 3_600_000 }),
    },
    "status-for-forty-seconds": {
      choice: "The status of feedback is kept for forty seconds; after that it is answered 404",
      strict: false,
      reason: "feedback.kept is implied: the document does not say for how long a status is kept",
      change: replace("queue", { isVisible: ({ acceptedAt }, now) => now < acceptedAt + 40_000 }),
    },
    "status-of-bugs-for-forty-seconds": {
      choice: "The status of feedback of type bug is kept for forty seconds, that of other feedback for ever",
      change: replace("queue", {
        isVisible: ({ acceptedAt, feedbackType }, now) => feedbackType !== "bug" || now < acceptedAt + 40_000,
      }),
    },
    "status-gone-after-twenty-seconds": {
      choice: "The status of feedback is kept for twenty seconds; after that it is answered 410",
      excludes: ["statuses"],
      change: combine(
        replace("errors", ({ status }) => ({
          status: (kind, operation) =>
            operation === "getFeedbackStatus" && kind === "conflict" ? 410 : status(kind, operation),
        })),
        replaceRoute("getFeedbackStatus", (route) => (request) => {
          const { store, now } = request;
          const feedback = findFeedback(store, [request.caller.orgId], param(request, "feedbackId"));
          if (feedback !== undefined && now > feedback.acceptedAt + 20_000)
            throw new HttpError("conflict", "The status of this feedback is no longer kept.");
          return route(request);
        }),
      ),
    },
  }),
  defineVariant({
    id: "status-for-the-submitter",
    choice: "The status of feedback is shown to the key or session that submitted it, and to no other",
    group: "roles",
    change: replace("routes", ({ submitFeedback, getFeedbackStatus }) => {
      const submitters = new Map<string, string>();
      return {
        submitFeedback: (request) => {
          const acceptance = submitFeedback(request) as Body;
          submitters.set(String(acceptance.feedbackId), request.caller.credentialId);
          return acceptance;
        },
        getFeedbackStatus: (request) => {
          const submitter = submitters.get(param(request, "feedbackId"));
          if (submitter !== undefined && submitter !== request.caller.credentialId) throw notFound("feedback");
          return getFeedbackStatus(request);
        },
      };
    }),
  }),
];
