/** Legal ways to keep what was submitted (§4, endpoints 9 and 10): for how long, and for whom. */

import { notFound, param } from "../../parts/route.ts";
import type { Body } from "../../parts/serializers.ts";
import { replace } from "../seams.ts";
import { defineVariant } from "./variant.ts";

export default [
  defineVariant({
    id: "status-for-an-hour",
    choice: "The status of feedback is kept for an hour",
    group: "queue",
    change: replace("queue", () => ({ isVisible: ({ acceptedAt }, now) => now < acceptedAt + 3_600_000 })),
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
