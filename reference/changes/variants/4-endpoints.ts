/** Choices of which requests endpoints accept, and of their successful responses (§4). */
import type { OperationId } from "../../../spec/contract.ts";
import { HttpError, type Issue } from "../../parts/http-error.ts";
import type { Queue } from "../../parts/queue.ts";
import { param } from "../../parts/route.ts";
import type { Success } from "../../parts/success.ts";
import { combine, replace } from "../seams/replace.ts";
import { addIssues } from "../seams/requests.ts";
import { cacheResults, productLists, replaceRoute, replaceRoutes } from "../seams/routes.ts";
import { defineVariant, type Variant, variantsOf } from "./variant.ts";

const succeeding = (id: string, choice: string, change: (success: Success) => Partial<Success>): Variant =>
  defineVariant({ id, choice, group: "success", change: replace("success", change) });

/** Requires fields of a body that the contract does not require. */
const demanding = (operation: OperationId, issuesOf: (body: object) => readonly Issue[]) =>
  addIssues(operation, (body) => (typeof body === "object" && body !== null ? issuesOf(body) : []));

const required = (names: readonly string[]) => (body: object) =>
  names.filter((name) => !(name in body)).map((name) => ({ code: "required", message: "is required", path: [name] }));

const submissionFields = [
  "productId",
  "content",
  "sourceUrl",
  "feedbackType",
  "contextId",
  "actorId",
  "metadata",
  "notes",
];

const queueing = (id: string, choice: string, change: (queue: Queue) => Partial<Queue>): Variant =>
  defineVariant({ id, choice, group: "queue", change: replace("queue", change) });

const listing = (id: string, choice: string, show: (items: readonly unknown[]) => readonly unknown[]): Variant =>
  defineVariant({
    id,
    choice,
    group: "lists",
    excludes: ["foreign"],
    change: replace("serializers", ({ list, bareList }) => ({
      list: (items) => list(show(items)),
      bareList: (items) => bareList(show(items)),
    })),
  });

/** Recognizes a repeated submission by its body. `again` gets the result of the first one. */
const repeated = (again: (result: unknown) => unknown) =>
  cacheResults(["submitFeedback"], ({ caller, body }) => JSON.stringify([caller.orgId, body]), again);

export default [
  succeeding("success-200", "Every success is answered 200, with a body", ({ body }) => ({
    status: () => 200,
    body: (operation, answer) => body(operation, answer) ?? {},
  })),
  succeeding(
    "success-others",
    "Feedback is answered 201, an update 204, and an invitation 202 with a body",
    ({ status, body }) => ({
      status: (operation) =>
        (({ submitFeedback: 201, updateMe: 204, inviteMember: 202 }) as const)[operation as "updateMe"] ??
        status(operation),
      body: (operation, answer) => {
        if (operation === "updateMe") return undefined;
        return operation === "inviteMember" ? { invited: true, token: null } : body(operation, answer);
      },
    }),
  ),
  succeeding("success-203", "Reads are answered 203, except the feature list", ({ status }) => ({
    status: (operation) => (status(operation) === 200 && operation !== "listFeatures" ? 203 : status(operation)),
  })),
  succeeding(
    "success-bodies-of-any-kind",
    "The successful responses that the document does not show have an array and a string as their body",
    ({ status, body }) => ({
      status: (operation) => (operation === "inviteMember" ? 201 : status(operation)),
      body: (operation, answer) => {
        if (operation === "updateMe") return "updated";
        return operation === "inviteMember" ? [null] : body(operation, answer);
      },
    }),
  ),

  defineVariant({
    id: "success-in-turn",
    choice: "Submissions are answered 200 and 201 alternately, as by two versions behind a load balancer",
    group: "success",
    change: replace("success", ({ status }) => {
      let count = 0;
      return {
        status: (operation) => {
          if (operation !== "submitFeedback") return status(operation);
          count += 1;
          return 200 + (count % 2);
        },
      };
    }),
  }),
  ...variantsOf("submissions", {
    "submission-requires-all": {
      choice: "A submission needs every field",
      change: demanding("submitFeedback", required(submissionFields)),
    },
    "submission-plain-text": {
      choice: "A submission is rejected for markup or control characters in a text, and for objects in metadata",
      change: demanding("submitFeedback", (body) =>
        /<|\\u0000|\\u2028|\{"next"/.test(JSON.stringify(body))
          ? [{ code: "text", message: "holds what may not stand here", path: ["content", "body"] }]
          : [],
      ),
    },
    "submission-title-of-60": {
      choice: "A submission is rejected for a title of more than 60 characters, or with a line break",
      change: demanding("submitFeedback", (body) => {
        const { title = "" } = Object(Object(body).content);
        const isFit = [...String(title)].length <= 60 && !/[\r\n]/.test(String(title));
        return isFit ? [] : [{ code: "too_long", message: "is too long", path: ["content", "title"] }];
      }),
    },
    "submission-metadata-flat": {
      choice: "A submission is rejected for more than 10 entries in metadata, and for objects or lists in it",
      change: demanding("submitFeedback", (body) => {
        const values = Object.values(Object(Object(body).metadata));
        const isFlat = values.length <= 10 && values.every((value) => value === null || typeof value !== "object");
        return isFlat ? [] : [{ code: "metadata", message: "is not a flat object", path: ["metadata"] }];
      }),
    },
    "submission-repeated-conflicts": {
      choice: "A repeated submission is rejected with 409",
      change: repeated(() => {
        throw new HttpError("conflict", "This has been submitted.");
      }),
    },
    "submission-repeated-is-the-same": {
      choice: "A repeated submission is answered like the first one",
      change: repeated((answer) => answer),
    },
    "submission-repeated-is-200": {
      choice: "A repeated submission is answered 200 with the first acceptance, and a new one 202",
      change: combine(
        repeated((acceptance) => acceptance),
        replace("responseWriter", ({ send }) => {
          const sent = new Set<string>();
          return {
            send: (response, status, body, operation) => {
              const acceptance = operation === "submitFeedback" && status === 202 ? JSON.stringify(body) : "";
              const isRepeated = sent.has(acceptance);
              if (acceptance !== "") sent.add(acceptance);
              send(response, isRepeated ? 200 : status, body, operation);
            },
          };
        }),
      ),
    },
    "submission-checked-later": {
      choice: "A submission for an unknown product is accepted, and fails later in the queue",
      change: replaceRoute("submitFeedback", (route) => (request) => {
        try {
          return route(request);
        } catch (error) {
          if (!(error instanceof HttpError) || error.kind !== "notFound") throw error;
          const { queue, serializers } = request.parts;
          const feedbackId = queue.newId();
          const url = `${request.baseUrl}/v1/feedback/${feedbackId}/status`;
          return serializers.acceptance({ feedbackId, url, status: "queued" });
        }
      }),
    },
  }),
  defineVariant({
    id: "status-of-anything",
    choice: "The status of feedback that is unknown or of another organization is answered 200 with the status unknown",
    group: "queue",
    strict: false,
    reason: "implied: that an unknown identifier is an error; the document does not say so",
    change: replaceRoute("getFeedbackStatus", (route) => (request) => {
      try {
        return route(request);
      } catch {
        const feedbackId = param(request, "feedbackId");
        return request.parts.serializers.processing({ feedbackId, status: "unknown", resultUrl: "" });
      }
    }),
  }),
  ...variantsOf("profile", {
    "profile-requires-all": {
      choice: "An update replaces the profile: every field is required",
      change: demanding("updateMe", required(["firstName", "lastName", "avatarBase64", "avatarType", "preferences"])),
    },
    "profile-replaced": {
      choice: "An update replaces the profile: a field that is not sent becomes empty",
      change: replace("profile", {
        keep: (user, update, updatedAt) => ({
          ...user,
          firstName: "",
          lastName: "",
          preferences: {},
          avatarType: "initials",
          avatarBase64: null,
          ...update,
          updatedAt,
        }),
      }),
    },
    "profile-names-are-words": {
      choice: "A user's name may contain only letters, spaces, apostrophes and hyphens",
      change: demanding("updateMe", (body) =>
        ["firstName", "lastName"]
          .filter((name) => !/^[\p{L}\p{M} '-]*$/u.test(String(Reflect.get(body, name) ?? "")))
          .map((name) => ({ code: "name", message: "is not a name", path: [name] })),
      ),
    },
    "profile-slow": {
      choice: "An update does not change updatedAt of the profile, and the service adds an entry to the preferences",
      change: replace("profile", {
        keep: (user, update) => ({
          ...user,
          ...update,
          preferences: { ...user.preferences, ...update.preferences, "service.seen": ["welcome"] },
        }),
      }),
    },
  }),

  queueing("queue-other-words", "The processing status has values that the document does not show", ({ statusAt }) => ({
    statusAt: (feedback, now) => (statusAt(feedback, now) === "queued" ? "PENDING_TRIAGE" : "✓ done"),
  })),
  queueing("queue-lags", "The status of feedback can be read from two seconds after its acceptance", () => ({
    isVisible: ({ acceptedAt }, now) => now >= acceptedAt + 2000,
  })),
  queueing("queue-slow", "Feedback stays queued for an hour", () => ({
    statusAt: ({ acceptedAt }, now) => (now < acceptedAt + 3_600_000 ? "queued" : "processed"),
  })),
  queueing("queue-fails", "Feedback fails immediately", () => ({ statusAt: () => "failed" })),
  queueing("queue-counts", "The feedbackIds are consecutive numbers", () => {
    let last = 41;
    return {
      newId: () => {
        last += 1;
        return String(last);
      },
    };
  }),

  listing("lists-of-two", "Lists contain only their first two items", (items) => items.slice(0, 2)),
  listing("lists-of-one", "Lists contain only their first item", (items) => items.slice(0, 1)),
  listing("lists-backwards", "Lists are in reverse order", (items) => [...items].reverse()),
  ...variantsOf("lists", {
    "lists-with-more": {
      choice: "Wrapped lists have additional fields",
      change: replace("serializers", {
        list: (items) => ({ total: items.length, next: null, error: null, data: items, links: {} }),
      }),
    },
    "lists-empty-at-first": {
      choice: "All lists of the first product are empty",
      change: (parts) =>
        replaceRoutes(productLists, (route) => (request) => {
          const first = JSON.stringify(parts.routes.listProducts(request)).match(/"id":"([^"]+)"/)?.[1];
          const list = route(request);
          return first === request.params.productId ? request.parts.serializers.list([]) : list;
        })(parts),
    },
  }),
];
