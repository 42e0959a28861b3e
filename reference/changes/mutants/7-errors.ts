/** Faults in error responses: the status, the body, and a success in place of an error (§7, §2.14). */
import type { OperationId } from "../../../spec/contract.ts";
import { type ErrorKind, HttpError } from "../../parts/http-error.ts";
import type { Route } from "../../parts/route.ts";
import { replace } from "../seams/replace.ts";
import { replaceRoutes } from "../seams/routes.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

/** Replaces the body of errors of some kinds; of all errors if `kinds` is left out. */
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

/** Replaces the status of errors of one kind. */
const status = (id: string, clause: string, fault: string, kind: ErrorKind, code: number): Mutant =>
  defineMutant({
    id,
    clause,
    fault,
    change: replace("errors", ({ status }) => ({
      status: (of, operation) => (of === kind ? code : status(of, operation)),
    })),
  });

/** Answers `result` for what does not exist. */
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

/** Replaces the JSON of errors by a text of another media type. */
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
    "The body of an error is an HTML page of the framework",
    "text/html",
    (code) => `<!doctype html><h1>${code}</h1>`,
  ),
  asText("error-plain-text", "An error is plain text", "text/plain", () => "Not Found"),
  asText(
    "error-half-json",
    "The JSON of an error lacks a quote",
    "application/json",
    (code) => `{"error": "error ${code}}`,
  ),
  bodies("error-none", "error.json-object", "A 401 has no body", () => undefined, ["unauthenticated"]),
  bodies("error-429-none", "error.json-object", "A 429 has no body", () => undefined, ["tooManyRequests"]),
  bodies("error-string", "error.json-object", "An error is a JSON string", ({ message }) => message),
  bodies(
    "error-list",
    "error.json-object",
    "An invalid body is answered with a bare array of issues",
    ({ issues }) => issues,
    ["invalid", "notFound"],
  ),
  bodies("error-called-message", "error.body", "The message is called `message` instead of `error`", ({ message }) => ({
    message,
  })),
  bodies(
    "error-429-called-message",
    "error.body",
    "The message of a 429 is called `message` instead of `error`",
    ({ message }) => ({ message }),
    ["tooManyRequests"],
  ),
  bodies(
    "error-404-problem",
    "error.body",
    "The body of a 404 is problem details (RFC 9457), without `error`",
    () => ({ type: "about:blank", title: "Not found" }),
    ["notFound"],
  ),
  bodies("error-an-object", "error.body", "`error` is an object with a code and a message", ({ kind, message }) => ({
    error: { code: kind, message },
  })),
  bodies("error-true", "error.body", "`error` is true, and the message is called `message`", ({ message }) => ({
    error: true,
    message,
  })),
  bodies("issues-an-object", issues, "`issues` is an object of messages by field", ({ message, issues }) => ({
    error: message,
    issues: Object.fromEntries(issues.map((issue) => [issue.path?.join(".") ?? "", issue.message])),
  })),
  bodies("issues-null", issues, "`issues` is null if there are none", ({ message, issues }) => ({
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
  bodies("issue-without-message", issues, "The message of an issue is called `text`", ({ message, issues }) => ({
    error: message,
    issues: issues.map(({ code, path, message: text }) => ({ code, path, text })),
  })),
  bodies("issues-strings", issues, "`issues` is an array of strings", ({ message, issues }) => ({
    error: message,
    issues: issues.map((issue) => issue.message),
  })),

  // §7: invalid requests are rejected with a client error.
  status("malformed-json-500", "error.no-server-error", "Malformed JSON fails with 500", "malformedJson", 500),
  status("unknown-id-500", "error.no-server-error", "An unknown id fails with 500", "notFound", 500),
  status("wrong-type-500", "error.no-server-error", "A field of a wrong type fails with 500", "invalid", 500),
  status("unknown-token-5xx", "error.no-server-error", "An unknown token is answered 503", "unauthenticated", 503),
  found(
    "unknown-id-null",
    "An unknown product, problem or organization is answered 200, with null",
    ["getProduct", "getProblem", "getOrganization"],
    null,
  ),
  found("unknown-product-null", "An unknown product is answered 200, with null", ["getProduct"], null),
  found(
    "unknown-organization-empty",
    "An unknown organization is answered 200, with an empty object",
    ["getOrganization"],
    {},
  ),
  found("invitation-into-nothing", "An invitation into an unknown organization is answered 200", ["inviteMember"], {}),
  found("unknown-problem-null", "An unknown problem is answered 200, with null", ["getProblem"], null),
  found("unknown-feedback-queued", "The status of an unknown feedbackId is queued", ["getFeedbackStatus"], {
    feedbackId: "",
    status: "queued",
    resultUrl: "",
  }),
  status("unknown-id-200", "error.unknown-id", "An unknown id is answered 200, with an error body", "notFound", 200),
  defineMutant({
    id: "unknown-product-shows-any",
    clause: "error.unknown-id",
    fault: "The features of an unknown product are those of the first product",
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
    "The contexts of an unknown product are listed: those of a template",
    ["listContexts"],
    {
      data: [{ id: "ctx_template", name: "Template", description: "" }],
    },
  ),
  found(
    "unknown-organization-members",
    "An unknown organization has a member",
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
    fault: "A body of malformed JSON is accepted",
    change: replace("errors", ({ status, body }) => ({
      status: (kind, operation) => (kind === "malformedJson" ? 202 : status(kind, operation)),
      body: (error, operation) =>
        error.kind === "malformedJson"
          ? { feedbackId: "fb_0", url: "https://example.com/fb_0", status: "queued" }
          : body(error, operation),
    })),
  }),
] satisfies readonly Mutant[];
