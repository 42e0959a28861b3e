import type { OperationId } from "../../../spec/contract.ts";
import { type ErrorKind, HttpError } from "../../parts/http-error.ts";
import type { Route } from "../../parts/route.ts";
import { replace, replaceRoutes } from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

/** Another body for the errors of some kinds; of all without `kinds`. */
const bodies = (
  id: string,
  clause: string,
  fault: string,
  write: (error: HttpError) => unknown,
  kinds?: readonly ErrorKind[],
): Mutant =>
  defineMutant({
    id,
    clause,
    fault,
    change: replace("errors", ({ body }) => ({
      body: (error, operation) =>
        kinds === undefined || kinds.includes(error.kind) ? write(error) : body(error, operation),
    })),
  });

/** Another status for the errors of one kind. */
const status = (id: string, clause: string, fault: string, kind: ErrorKind, code: number): Mutant =>
  defineMutant({
    id,
    clause,
    fault,
    change: replace("errors", ({ status }) => ({
      status: (of, operation) => (of === kind ? code : status(of, operation)),
    })),
  });

/** What is not found is answered as if it were there. */
const found = (id: string, fault: string, operations: readonly OperationId[], result: unknown): Mutant =>
  defineMutant({
    id,
    clause: "error.unknown-id",
    fault,
    change: replaceRoutes(operations, (route) => (request) => {
      try {
        return route(request);
      } catch (error) {
        if (error instanceof HttpError && error.kind === "notFound") return result;
        throw error;
      }
    }),
  });

/** The errors' JSON replaced by a text of another media type. */
const asText = (id: string, fault: string, type: string, write: (status: number) => string, from = 400): Mutant =>
  defineMutant({
    id,
    clause: "error.json-object",
    fault,
    change: replace("responseWriter", ({ send }) => ({
      send: (response, code, body, operation) => {
        if (code < from) return send(response, code, body, operation);
        response.status(code).setHeader("Content-Type", type);
        response.end(write(code));
      },
    })),
  });

const issues = "error.issues";

export default [
  // §7.1 and §2.14: the body.
  asText(
    "error-html",
    "Errors are the HTML pages of the framework",
    "text/html",
    (code) => `<!doctype html><h1>${code}</h1>`,
  ),
  asText("error-plain-text", "An error is its reason, as plain text", "text/plain", () => "Not Found"),
  asText(
    "error-half-json",
    "The JSON of an error is put together by hand, with a quote too few",
    "application/json",
    (code) => `{"error": "error ${code}}`,
  ),
  bodies("error-none", "error.json-object", "A 401 has no body", () => undefined, ["unauthenticated"]),
  bodies("error-429-none", "error.json-object", "A 429 of the gateway has no body", () => undefined, [
    "tooManyRequests",
  ]),
  bodies("error-string", "error.json-object", "An error is a JSON string", ({ message }) => message),
  bodies(
    "error-list",
    "error.json-object",
    "An invalid body is answered with a bare array of issues",
    ({ issues }) => issues,
    ["invalid", "notFound"],
  ),
  bodies("error-called-message", "error.body", "The message stands in `message`", ({ message }) => ({ message })),
  bodies(
    "error-429-called-message",
    "error.body",
    "The 429 of the gateway has its own form",
    ({ message }) => ({ message }),
    ["tooManyRequests"],
  ),
  bodies(
    "error-404-problem",
    "error.body",
    "A 404 is a problem of RFC 9457",
    () => ({ type: "about:blank", title: "Not found" }),
    ["notFound"],
  ),
  bodies("error-an-object", "error.body", "`error` is an object with a code and a message", ({ kind, message }) => ({
    error: { code: kind, message },
  })),
  bodies("error-true", "error.body", "`error` is true, and the message elsewhere", ({ message }) => ({
    error: true,
    message,
  })),
  bodies("issues-an-object", issues, "`issues` is an object of messages by field", ({ message, issues }) => ({
    error: message,
    issues: Object.fromEntries(issues.map((issue) => [issue.path?.join(".") ?? "", issue.message])),
  })),
  bodies("issues-null", issues, "`issues` is null where there are none", ({ message, issues }) => ({
    error: message,
    issues: issues.length > 0 ? issues : null,
  })),
  bodies("issue-path-string", issues, "The path of an issue is a string with dots", ({ message, issues }) => ({
    error: message,
    issues: issues.map((issue) => ({ ...issue, path: issue.path?.join(".") ?? "" })),
  })),
  bodies("issue-path-null", issues, "The path of an issue holds null for the body", ({ message, issues }) => ({
    error: message,
    issues: issues.map((issue) => ({ ...issue, path: [null, ...(issue.path ?? [])] })),
  })),
  bodies("issue-code-number", issues, "The code of an issue is a number", ({ message, issues }) => ({
    error: message,
    issues: issues.map((issue, at) => ({ ...issue, code: 1000 + at })),
  })),
  bodies("issue-without-message", issues, "An issue has a text, and no message", ({ message, issues }) => ({
    error: message,
    issues: issues.map(({ code, path, message: text }) => ({ code, path, text })),
  })),
  bodies("issues-strings", issues, "`issues` is an array of strings", ({ message, issues }) => ({
    error: message,
    issues: issues.map((issue) => issue.message),
  })),

  // §7: what is wrong is refused, and told as the caller's error.
  status(
    "malformed-json-500",
    "error.no-server-error",
    "Malformed JSON throws where nobody catches it",
    "malformedJson",
    500,
  ),
  status(
    "unknown-id-500",
    "error.no-server-error",
    "What is not found throws where nobody catches it",
    "notFound",
    500,
  ),
  status(
    "wrong-type-500",
    "error.no-server-error",
    "A field of a wrong type goes to the database, which throws",
    "invalid",
    500,
  ),
  status(
    "unknown-token-5xx",
    "error.no-server-error",
    "The service of tokens says 503 for a token it does not know",
    "unauthenticated",
    503,
  ),
  found(
    "unknown-id-null",
    "What does not exist is answered 200, with null",
    ["getProduct", "getProblem", "getOrganization"],
    null,
  ),
  found("unknown-product-null", "Only a product that does not exist is answered 200, with null", ["getProduct"], null),
  found(
    "unknown-organization-empty",
    "An organization that does not exist is answered 200, with nothing in it",
    ["getOrganization"],
    {},
  ),
  found("unknown-problem-null", "A problem that does not exist is answered 200, with null", ["getProblem"], null),
  found("unknown-feedback-queued", "A feedbackId that was never given is answered as queued", ["getFeedbackStatus"], {
    feedbackId: "",
    status: "queued",
    resultUrl: "",
  }),
  status(
    "unknown-id-200",
    "error.unknown-id",
    "What is not found is answered 200, with an error body",
    "notFound",
    200,
  ),
  defineMutant({
    id: "unknown-product-shows-any",
    clause: "error.unknown-id",
    fault: "The features of a product that does not exist are those of the first product",
    change: replace("routes", (routes) => {
      const listFeatures: Route = (request) => {
        try {
          return routes.listFeatures(request);
        } catch {
          const products = JSON.stringify(routes.listProducts(request));
          const productId = /"id":"([^"]+)"/.exec(products)?.[1] ?? "";
          return routes.listFeatures({ ...request, params: { productId } });
        }
      };
      return { listFeatures };
    }),
  }),
  found(
    "unknown-product-contexts",
    "The contexts of a product that does not exist are those of a template",
    ["listContexts"],
    {
      data: [{ id: "ctx_template", name: "Template", description: "" }],
    },
  ),
  found(
    "unknown-organization-members",
    "An organization that does not exist has its support's member",
    ["listMembers"],
    [
      {
        userId: "usr_support",
        firstName: "S",
        lastName: "T",
        email: "s@example.com",
        role: "owner",
        joinedAt: "2026-01-01T00:00:00Z",
      },
    ],
  ),
  defineMutant({
    id: "malformed-json-accepted",
    clause: "error.refusal",
    fault: "A submission is acknowledged before its body is parsed",
    change: replace("errors", ({ status, body }) => ({
      status: (kind, operation) => (kind === "malformedJson" ? 202 : status(kind, operation)),
      body: (error, operation) =>
        error.kind === "malformedJson"
          ? { feedbackId: "fb_0", url: "https://example.com/fb_0", status: "queued" }
          : body(error, operation),
    })),
  }),
] satisfies readonly Mutant[];
