/** Choices of the submissions that are accepted, and of the field that takes `manual` or `api` (§2.11). */

import { isRecord } from "../../../spec/contract.ts";
import { HttpError, type Issue } from "../../parts/http-error.ts";
import type { RouteRequest } from "../../parts/route.ts";
import { allProducts } from "../../store/products.ts";
import { combine, replace } from "../seams/replace.ts";
import { addIssues, ignoreIssues } from "../seams/requests.ts";
import { cacheResults, replaceRoute } from "../seams/routes.ts";
import { defineVariant, type Variant } from "./variant.ts";

type Submission = { readonly [name: string]: unknown };

/** Recognizes a repeated submission by its organization, product and content. */
const byContent = (again?: (before: unknown) => unknown) => {
  const keyOf = ({ caller, body }: RouteRequest) => {
    const { productId, content } = body as Submission;
    return JSON.stringify([caller.orgId, productId, content]);
  };
  return cacheResults(["submitFeedback"], keyOf, again);
};

/** Requires a field, and accepts only the values `taken`. */
const sourced = (field: string, taken: readonly string[], message: string, issues: readonly Issue[]) =>
  replaceRoute("submitFeedback", (route) => (request) => {
    if (taken.includes(String((request.body as Submission)[field]))) return route(request);
    throw new HttpError("invalid", message, issues);
  });

const invalid = "The request is invalid.";
const issue = (...path: readonly string[]): Issue => ({ code: "enum", message: "is manual or api", path });

const submitting = (of: Pick<Variant, "id" | "choice" | "change" | "unjudged" | "excludes">): Variant =>
  defineVariant({ ...of, group: "submissions" });

const switchedOff = new HttpError("conflict", "This product takes no feedback at the moment.");

/** Declines submissions for products with an index in the organization's list for which `declines` is true. */
const declining = (declines: (at: number) => boolean, error = switchedOff) =>
  replaceRoute("submitFeedback", (route) => (request) => {
    const products = allProducts(request.store, [request.caller.orgId]);
    const at = products.findIndex(({ id }) => id === Object(request.body).productId);
    if (at >= 0 && declines(at)) throw error;
    return route(request);
  });

const conflictsAre = (code: number) =>
  replace("errors", ({ status }) => ({
    status: (kind, operation) =>
      kind === "conflict" && operation === "submitFeedback" ? code : status(kind, operation),
  }));

const noFeedback = "no product takes feedback";
const withoutFeedback: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ...["submission.fields", "submission.feedback-type", "submission.text", "endpoint.submitFeedback"],
    ...["acceptance.fields", "acceptance.queued", "feedback.accepted", "feedback.identifier"],
    ...["feedback-status.fields", "feedback-status.identifier", "endpoint.getFeedbackStatus"],
  ].map((clause) => [clause, noFeedback]),
);

const length = (text: unknown) => String(text ?? "").length;

export default [
  submitting({
    id: "feedback-switched-off-at-first",
    choice: "Feedback is switched off for the first product: a submission is answered 409",
    change: declining((at) => at === 0),
  }),
  submitting({
    id: "feedback-switched-off-everywhere",
    choice: "Feedback is switched off for every product: a submission is answered 409",
    unjudged: withoutFeedback,
    change: declining(() => true),
  }),
  submitting({
    id: "feedback-rejected-at-first",
    choice: "Feedback is switched off for the first product: a submission is answered 400, with an issue at productId",
    excludes: ["lists"],
    change: declining(
      (at) => at === 0,
      new HttpError("invalid", invalid, [{ code: "disabled", message: "takes no feedback", path: ["productId"] }]),
    ),
  }),
  submitting({
    id: "products-locked",
    choice: "Every product is locked: a submission is answered 423",
    unjudged: withoutFeedback,
    change: combine(
      declining(() => true),
      conflictsAre(423),
    ),
  }),
  submitting({
    id: "feedback-of-a-plan",
    choice: "The plan includes no feedback: a submission is answered 402",
    unjudged: withoutFeedback,
    change: combine(
      declining(() => true),
      conflictsAre(402),
    ),
  }),
  submitting({
    id: "feedback-quota-used-up",
    choice: "The plan includes three submissions of each organization: later ones are answered 402",
    unjudged: {
      "submission.feedback-type": "not every type fits in the quota",
      "submission.text": "the quota is used up before unusual texts are sent",
    },
    change: combine(
      replaceRoute("submitFeedback", (route) => {
        const counts = new Map<string, number>();
        return (request) => {
          const { orgId } = request.caller;
          const count = counts.get(orgId) ?? 0;
          if (count >= 3) throw new HttpError("conflict", "The plan includes no more feedback.");
          const acceptance = route(request);
          counts.set(orgId, count + 1);
          return acceptance;
        };
      }),
      conflictsAre(402),
    ),
  }),
  submitting({
    id: "submission-without-content",
    choice: "A submission may lack its content, or have null in its place",
    change: combine(
      ignoreIssues("submitFeedback", ({ path = [] }) => path[0] === "content" && path.length === 1),
      addIssues("submitFeedback", (body) => {
        const { content } = Object(body);
        const isContent = isRecord(content ?? {});
        return isContent ? [] : [{ code: "type", message: "must be object", path: ["content"] }];
      }),
      replaceRoute("submitFeedback", (route) => (request) => {
        const body = Object(request.body);
        return route({ ...request, body: { ...body, content: body.content ?? { body: "" } } });
      }),
    ),
  }),
  submitting({
    id: "submission-of-full-texts",
    choice: "A submission is rejected for an empty text",
    change: addIssues("submitFeedback", (body) =>
      [Object(body), Object(Object(body).content)].flatMap((object) =>
        Object.entries(object)
          .filter(([, value]) => value === "")
          .map(([name]) => ({ code: "too_short", message: "is empty", path: [name] })),
      ),
    ),
  }),
  submitting({
    id: "submission-of-limited-size",
    choice:
      "A submission is rejected for a title over 255 characters, other texts over 4,000, or deep or unusual metadata",
    change: addIssues("submitFeedback", (body) => {
      const { content, notes, metadata, sourceUrl } = Object(body);
      const { title, body: text } = Object(content);
      const excess = {
        "content.title": length(title) - 255,
        "content.body": length(text) - 4000,
        notes: length(notes) - 4000,
      };
      const isLarge = /(?:\{"[^"]+":){64}|\\ud[89a-f]|e\+29/.test(JSON.stringify(metadata ?? ""));
      const rejected = Object.entries({ ...excess, sourceUrl: length(sourceUrl) - 255 }).filter(([, over]) => over > 0);
      return [...rejected.map(([name]) => name), ...(isLarge ? ["metadata"] : [])].map((name) => ({
        code: "too_large",
        message: "is too large",
        path: name.split("."),
      }));
    }),
  }),
  submitting({
    id: "submission-of-plain-words",
    choice: "A submission's texts and metadata may contain only letters, digits, spaces and simple punctuation",
    unjudged: { "submission.text": "no unusual text is accepted" },
    change: addIssues("submitFeedback", (body) =>
      /^[\w\s.,:;/{}"[\]()-]*$/.test(JSON.stringify(body)) && JSON.stringify(body).length < 1000
        ? []
        : [{ code: "text", message: "is not plain", path: ["content", "body"] }],
    ),
  }),
  submitting({
    id: "submission-identified-by-content-conflicts",
    choice: "A submission with the product and content of an earlier one is rejected with 409",
    change: byContent(() => {
      throw new HttpError("conflict", "This feedback has been submitted.");
    }),
  }),
  submitting({
    id: "submission-identified-by-content-is-the-same",
    choice: "A submission with the product and content of an earlier one is answered with the earlier acceptance",
    change: byContent(),
  }),
  submitting({
    id: "submission-needs-its-source",
    choice: "The field that takes manual or api is called source, and is required",
    excludes: ["errors"],
    change: sourced("source", ["manual", "api"], invalid, [issue("source")]),
  }),
  submitting({
    id: "submission-needs-its-source-by-hand",
    choice: "The field that takes manual or api is called source, is required, and must be manual",
    excludes: ["errors"],
    change: sourced("source", ["manual"], invalid, [issue("body", "source")]),
  }),
  ...Object.entries({
    "by-pointer": ["", "source"],
    "by-json-path": ["$", "source"],
    "by-one-text": ["$.source"],
  }).map(([form, path]) =>
    submitting({
      id: `submission-needs-its-source-${form}`,
      choice: `The field that takes manual or api is called source and is required; issues locate it as ${JSON.stringify(path)}`,
      excludes: ["errors"],
      change: sourced("source", ["manual", "api"], invalid, [issue(...path)]),
    }),
  ),
  submitting({
    id: "submission-needs-its-source-in-words",
    choice: "The field that takes manual or api is called source; the error body says so without an issue",
    excludes: ["errors"],
    change: sourced("source", ["manual", "api"], "source is required: manual or api.", []),
  }),
];
