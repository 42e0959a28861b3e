/** Choices of the status and the body of errors (§7). */
import type { ErrorKind, HttpError } from "../../parts/http-error.ts";
import { combine, replace } from "../seams/replace.ts";
import { setFields } from "../seams/resources.ts";
import { defineVariant, type Variant } from "./variant.ts";

/** Other statuses of some kinds of error. The document shows only 401, 403 and 429. */
const codes = (id: string, choice: string, statuses: Readonly<Partial<Record<ErrorKind, number>>>): Variant =>
  defineVariant({
    id,
    choice,
    group: "statuses",
    change: replace("errors", ({ status }) => ({
      status: (kind, operation) => statuses[kind] ?? status(kind, operation),
    })),
  });

const bodies = (id: string, choice: string, body: (error: HttpError) => unknown): Variant =>
  defineVariant({ id, choice, group: "errors", change: replace("errors", { body }) });

/** Like `bodies`, for bodies without issues. */
const withoutIssues: typeof bodies = (...of) => ({
  ...bodies(...of),
  unjudged: { "error.issues": "issues are optional, and no error body has any" },
});

const issue = { code: "x", message: "y" };

export default [
  codes("unprocessable-422", "Invalid input is answered 422, and malformed JSON 400", { invalid: 422 }),
  codes("everything-400", "Every invalid request, even an unknown id, is answered 400", {
    notFound: 400,
    conflict: 400,
    tooLarge: 400,
    unsupportedMediaType: 400,
    methodNotAllowed: 400,
  }),
  codes("gone-410", "An unknown id is answered 410", { notFound: 410 }),
  codes("invalid-409", "Invalid input is answered 409", { invalid: 409, malformedJson: 409 }),
  codes("teapot-418", "Every invalid body is answered 418", {
    invalid: 418,
    malformedJson: 418,
    unsupportedMediaType: 418,
    tooLarge: 418,
  }),
  codes("unknown-methods-501", "A method that no endpoint has is answered 501", { methodNotAllowed: 501 }),
  codes("unknown-403", "An id that is unknown or of another organization is answered 403", { notFound: 403 }),
  bodies("issues-always", "Every error body has issues, with paths", ({ message, issues }) => ({
    error: message,
    issues: issues.length > 0 ? issues : [{ code: "general", message, path: [] }],
  })),
  withoutIssues("issues-never", "No error body has issues", ({ message }) => ({ error: message })),
  bodies("issues-empty", "Every error body has an empty array of issues", ({ message }) => ({
    error: message,
    issues: [],
  })),
  bodies("issues-odd", "Issues have paths of numbers or no path, and additional fields", ({ kind, message }) => ({
    issues: [
      { ...issue, path: ["content", 0, 1.5, -1, "", "a/b"] },
      { ...issue, severity: 3, path: [] },
      { code: "", message: "", received: null, expected: { type: ["string"] } },
    ],
    error: `${kind}: ${message}`,
  })),
  withoutIssues("errors-with-more", "Error bodies have additional fields", ({ kind, message }) => ({
    error: message,
    message: null,
    code: 17,
    status: kind,
    requestId: "01HF",
    details: [{ path: 7 }],
    data: null,
  })),
  defineVariant({
    id: "errors-with-the-name-of-a-product",
    choice: 'The error for an unknown id is "Product not found", and the products are called Product',
    group: "errors",
    change: combine(
      setFields("product", () => ({ name: "Product" })),
      replace("errors", ({ body }) => ({
        body: (error, operation) =>
          error.kind === "notFound" ? { error: "Product not found" } : body(error, operation),
      })),
    ),
  }),
  withoutIssues("errors-without-words", "error of every error body is an empty string", () => ({ error: "" })),
];
