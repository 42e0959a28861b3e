/** Legal ways to tell submissions from each other, and to ask for the field that takes `manual` or `api` (§2.11). */

import { HttpError, type Issue } from "../../parts/http-error.ts";
import { replaceRoute } from "../seams.ts";
import { defineVariant, type Variant } from "./variant.ts";

type Submission = { readonly [name: string]: unknown };

/** Recognizes a submission by its organization, product and content. */
const byContent = (again: (before: unknown) => unknown) =>
  replaceRoute("submitFeedback", (route) => {
    const known = new Map<string, unknown>();
    return (request) => {
      const { productId, content } = request.body as Submission;
      const key = JSON.stringify([request.caller.orgId, productId, content]);
      if (known.has(key)) return again(known.get(key));
      const answer = route(request);
      known.set(key, answer);
      return answer;
    };
  });

/** Requires a field, and accepts the values `taken` only. */
const sourced = (field: string, taken: readonly string[], message: string, issues: readonly Issue[]) =>
  replaceRoute("submitFeedback", (route) => (request) => {
    if (taken.includes(String((request.body as Submission)[field]))) return route(request);
    throw new HttpError("invalid", message, issues);
  });

const invalid = "The request is invalid.";
const issue = (...path: readonly string[]): Issue => ({ code: "enum", message: "is manual or api", path });

const submitting = (of: Pick<Variant, "id" | "choice" | "change">): Variant =>
  defineVariant({ ...of, group: "submissions" });

export default [
  submitting({
    id: "submission-told-by-content-conflicts",
    choice: "A submission with the product and content of an earlier one is rejected with 409",
    change: byContent(() => {
      throw new HttpError("conflict", "This feedback has been submitted.");
    }),
  }),
  submitting({
    id: "submission-told-by-content-is-the-same",
    choice: "A submission with the product and content of an earlier one is answered with its acceptance",
    change: byContent((before) => before),
  }),
  submitting({
    id: "submission-needs-its-source",
    choice: "The field that takes manual or api is called source, and is required",
    change: sourced("source", ["manual", "api"], invalid, [issue("source")]),
  }),
  submitting({
    id: "submission-needs-its-source-by-hand",
    choice: "The field that takes manual or api is called source, is required, and must be manual",
    change: sourced("source", ["manual"], invalid, [issue("body", "source")]),
  }),
  submitting({
    id: "submission-needs-its-source-in-words",
    choice: "The field that takes manual or api is called source; the error body says so without an issue",
    change: sourced("source", ["manual", "api"], "source is required: manual or api.", []),
  }),
];
