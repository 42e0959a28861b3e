/** Faults in endpoints 9 and 10, from the acceptance of a submission to its status (§4, rule 1). */

import { HttpError } from "../../parts/http-error.ts";
import type { Submission } from "../../parts/queue.ts";
import { notFound, param } from "../../parts/route.ts";
import type { Body } from "../../parts/serializers.ts";
import type { FeedbackRow } from "../../store/feedback.ts";
import { replace } from "../seams/replace.ts";
import { addIssues } from "../seams/requests.ts";
import { setFields } from "../seams/resources.ts";
import { changeResult, replaceRoute } from "../seams/routes.ts";
import { defineMutant, mutantsOf } from "./mutant.ts";

/** Makes identifiers from the time of acceptance. If two submissions have the same identifier, only the first is kept. */
const identifyBy = (start: () => (now: number) => string) =>
  replace("routes", ({ submitFeedback, getFeedbackStatus }) => {
    const idAt = start();
    const stored = new Map<string, string>();
    return {
      submitFeedback: (request) => {
        const acceptance = submitFeedback(request) as Body;
        const feedbackId = idAt(request.now);
        if (!stored.has(feedbackId)) stored.set(feedbackId, String(acceptance.feedbackId));
        return { ...acceptance, feedbackId };
      },
      getFeedbackStatus: (request) => {
        const feedbackId = param(request, "feedbackId");
        const params = { feedbackId: stored.get(feedbackId) ?? feedbackId };
        return { ...(getFeedbackStatus({ ...request, params }) as Body), feedbackId };
      },
    };
  });

/** Accepts submissions for which `isLost` is true, but answers 404 for their status. */
const losing = (id: string, fault: string, isLost: (submission: Submission) => boolean) =>
  defineMutant({
    id,
    clause: "feedback.identifier",
    fault,
    change: replace("queue", ({ isVisible }) => ({ isVisible: (row, now) => !isLost(row) && isVisible(row, now) })),
  });

export default [
  losing("bugs-lost", "The status of a submission of type bug is 404", ({ feedbackType }) => feedbackType === "bug"),
  losing(
    "feature-requests-lost",
    "The status of a submission of type feature_request is 404",
    ({ feedbackType }) => feedbackType === "feature_request",
  ),
  losing(
    "long-notes-lost",
    "A submission with notes of more than 4,000 characters is accepted, but its status is 404",
    ({ notes }) => String(notes ?? "").length > 4000,
  ),
  losing(
    "untitled-lost",
    "A submission with an empty title is accepted, but its status is 404",
    ({ title }) => title === "",
  ),
  defineMutant({
    id: "url-of-undefined",
    clause: "feedback.unique",
    fault: "The url of every acceptance ends in undefined instead of the feedbackId",
    change: replace("queue", { url: (baseUrl) => `${baseUrl}/v1/feedback/undefined/status` }),
  }),
  ...mutantsOf("endpoint.submitFeedback", {
    "idempotency-key-demanded": {
      fault: "A submission without an Idempotency-Key header is rejected",
      change: replaceRoute("submitFeedback", () => () => {
        throw new HttpError("invalid", "The Idempotency-Key header is missing.");
      }),
    },
    "source-of-the-form-alone": {
      fault: "A submission needs a field source with the value form, which is neither manual nor api",
      change: addIssues("submitFeedback", (body) =>
        Object(body).source === "form" ? [] : [{ code: "enum", message: "must be form", path: ["source"] }],
      ),
    },
  }),
  defineMutant({
    id: "status-of-what-is-done-only",
    clause: "endpoint.getFeedbackStatus",
    fault: "The status of a submission is 404 until a minute after the acceptance",
    change: replace("queue", { isVisible: ({ acceptedAt }, now) => now >= acceptedAt + 60_000 }),
  }),
  defineMutant({
    id: "acceptance-in-data",
    clause: "feedback.accepted",
    fault: "The acceptance is wrapped in data, as lists are",
    change: changeResult("submitFeedback", (answer) => ({ data: answer })),
  }),
  ...mutantsOf("feedback.identifier", {
    "status-by-job-number": {
      fault: "The status of a submission is found by an internal number only, not by the feedbackId",
      change: replaceRoute("getFeedbackStatus", (route) => (request) => {
        if (!/^\d+$/.test(param(request, "feedbackId"))) throw notFound("feedback");
        return route(request);
      }),
    },
    "status-of-the-latest": {
      fault: "The status is always that of the organization's latest submission",
      change: replaceRoute("getFeedbackStatus", (route) => (request) => {
        route(request);
        const query = "SELECT id FROM feedback WHERE orgId = ? ORDER BY acceptedAt DESC, rowid DESC LIMIT 1";
        const { id } = { ...request.store.first(query, request.caller.orgId) };
        return route({ ...request, params: { feedbackId: String(id) } });
      }),
    },
    "status-of-the-latest-of-many": {
      fault:
        "If an organization submits more than four times within a second, each status is that of its latest submission",
      change: replaceRoute("getFeedbackStatus", (route) => (request) => {
        route(request);
        const { store, caller, now } = request;
        const fresh = "SELECT id FROM feedback WHERE orgId = ? AND acceptedAt > ? ORDER BY acceptedAt DESC, rowid DESC";
        const [latest, ...others] = store.all(fresh, caller.orgId, now - 1000);
        return route(others.length >= 4 ? { ...request, params: { feedbackId: String(latest?.id) } } : request);
      }),
    },
    "id-in-capitals": {
      fault: "The feedbackId in the processing status is in upper case",
      change: setFields("processing", (body) => ({ feedbackId: String(body.feedbackId).toUpperCase() })),
    },
    "queue-drops-a-burst": {
      fault: "A submission within a second of the previous one is accepted, but its status is 404",
      change: replace("queue", ({ accept }) => {
        const dropped = new Set<string>();
        let before = Number.NEGATIVE_INFINITY;
        return {
          accept: (submission, id) => {
            if (submission.acceptedAt - before < 1000) dropped.add(id);
            before = submission.acceptedAt;
            return accept(submission, id);
          },
          isVisible: ({ id }) => !dropped.has(id),
        };
      }),
    },
    "queue-of-three": {
      fault: "A submission that arrives while three others are queued is accepted, but its status is 404",
      change: replace("queue", ({ accept, statusAt, isVisible }) => {
        const dropped = new Set<string>();
        let waiting: readonly FeedbackRow[] = [];
        return {
          accept: (submission, id) => {
            const row = accept(submission, id);
            waiting = waiting.filter((submission) => statusAt(submission, row.acceptedAt) === "queued");
            if (waiting.length < 3) waiting = [...waiting, row];
            else dropped.add(id);
            return row;
          },
          isVisible: (row, now) => !dropped.has(row.id) && isVisible(row, now),
        };
      }),
    },
    "status-gone-when-processed": {
      fault: "The status of a processed submission is 404",
      change: replace("queue", ({ statusAt }) => ({
        isVisible: (row, now) => ["queued", "processing"].includes(statusAt(row, now)),
      })),
    },
  }),
  defineMutant({
    id: "status-kept-for-half-a-minute",
    clause: "feedback.kept",
    fault: "The status of a submission is 404 from half a minute after the acceptance",
    change: replace("queue", { isVisible: ({ acceptedAt }, now) => now < acceptedAt + 30_000 }),
  }),
  defineMutant({
    id: "status-of-the-next",
    clause: "feedback.identifier",
    fault: "The status of a processed submission is that of the next submission",
    change: replaceRoute("getFeedbackStatus", (route) => (request) => {
      const query = "SELECT id FROM feedback WHERE orgId = ? AND rowid > (SELECT rowid FROM feedback WHERE id = ?)";
      const next = request.store.first(
        `${query} AND acceptedAt <= ? ORDER BY rowid LIMIT 1`,
        request.caller.orgId,
        param(request, "feedbackId"),
        request.now - 1500,
      );
      return route(next === undefined ? request : { ...request, params: { feedbackId: String(next.id) } });
    }),
  }),
  ...mutantsOf("feedback.unique", {
    "id-of-the-text": {
      fault: "Submissions whose title begins with the same 20 characters are treated as the same submission",
      change: replaceRoute("submitFeedback", (route) => {
        const known = new Map<string, unknown>();
        return (request) => {
          const { title } = Object((request.body as Body).content);
          const text = `${request.caller.orgId} ${String(title).slice(0, 20)}`;
          const acceptance = known.get(text) ?? route(request);
          known.set(text, acceptance);
          return acceptance;
        };
      }),
    },
    "id-of-the-second": {
      fault: "feedbackId is the second of the acceptance, so two submissions within a second have the same feedbackId",
      change: identifyBy(() => (now) => `fb-${Math.floor(now / 1000)}`),
    },
    "id-of-two-bits-in-a-burst": {
      fault:
        "feedbackId is the millisecond and a counter of two bits: the fifth submission in a millisecond has the id of the first",
      change: identifyBy(() => {
        let before = Number.NaN;
        let count = 0;
        return (now) => {
          count = now === before ? (count + 1) % 4 : 0;
          before = now;
          return `fb-${Math.floor(now)}-${count}`;
        };
      }),
    },
  }),
];
