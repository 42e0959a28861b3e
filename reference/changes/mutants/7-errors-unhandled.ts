/** §7: errors that the router, the body parser and the database cause, and no handler catches. */
import { isRecord, type OperationId } from "../../../spec/contract.ts";
import { combine } from "../seams/replace.ts";
import { ignoreIssues } from "../seams/requests.ts";
import { redirectingProducts, removeRateLimitHeaders, replaceBody, sending } from "../seams/responses.ts";
import { failWhen, replaceRoute, replaceRoutes } from "../seams/routes.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

const lookups: readonly OperationId[] = [
  "getProduct",
  "getProblem",
  "getFeedbackStatus",
  "getOrganization",
  "listFeatures",
  "listMembers",
];

/** Ids for the path parameters, in the organization of the caller. */
const firstIds = {
  productId: "SELECT id FROM products WHERE orgId = ?",
  problemId: "SELECT problems.id FROM problems JOIN products ON products.id = productId WHERE products.orgId = ?",
  feedbackId: "SELECT feedback.id FROM feedback JOIN products ON products.id = productId WHERE products.orgId = ?",
  orgId: "SELECT id FROM organizations WHERE id = ?",
};

/** Answers 500 if a path parameter matches `text`. */
const failingId = (id: string, fault: string, text: RegExp) =>
  defineMutant({
    id,
    clause: "error.no-server-error",
    fault,
    change: failWhen(lookups, ({ params }) => Object.values(params).some((value) => text.test(value))),
  });

/** Sends an HTML page of the framework in place of the error body of these statuses. */
const page = (
  id: string,
  clause: string,
  fault: string,
  isReplaced: (status: number, isDeclared: boolean) => boolean,
) =>
  defineMutant({
    id,
    clause,
    fault,
    change: replaceBody((_body, { status, operation }) =>
      isReplaced(status, operation !== undefined)
        ? { type: "text/html", bytes: `<!doctype html><title>${status}</title>` }
        : undefined,
    ),
  });

/** Answers 500 to submissions for which `fails` is true. */
const failingSubmission = (id: string, fault: string, fails: (body: Readonly<Record<string, unknown>>) => boolean) =>
  defineMutant({
    id,
    clause: "error.no-server-error",
    fault,
    change: failWhen(["submitFeedback"], ({ body }) => isRecord(body) && fails(body)),
  });

export default [
  failingSubmission(
    "metadata-left-out-500",
    "A submission without metadata fails with 500",
    ({ metadata }) => metadata === undefined,
  ),
  failingSubmission(
    "unknown-reference-500",
    "A submission with an unknown contextId or actorId fails with 500",
    ({ contextId, actorId }) => [contextId, actorId].some((id) => typeof id === "string" && !/^(?:ctx|act)_/.test(id)),
  ),
  defineMutant({
    id: "update-of-nothing-500",
    clause: "error.no-server-error",
    fault: "An update without fields fails with 500",
    change: failWhen(["updateMe"], ({ body }) => isRecord(body) && Object.keys(body).length === 0),
  }),
  defineMutant({
    id: "picture-not-base64-500",
    clause: "error.no-server-error",
    fault: "An update with a picture that is not base64 fails with 500",
    change: combine(
      ignoreIssues("updateMe", ({ path = [] }) => path[0] === "avatarBase64"),
      failWhen(["updateMe"], ({ body }) => isRecord(body) && /[^\w+/=-]/.test(String(body.avatarBase64 ?? ""))),
    ),
  }),
  page(
    "media-type-error-html",
    "error.json-object",
    "A body of another media type than JSON is answered with an HTML page of the body parser",
    (status) => status === 415,
  ),
  page(
    "unknown-path-html",
    "error.undeclared",
    "An unknown path is answered with an HTML page of the router",
    (status, isDeclared) => status === 404 && !isDeclared,
  ),
  page(
    "wrong-method-html",
    "error.undeclared",
    "A method that a path does not have is answered with an HTML page of the router",
    (status) => status === 405,
  ),
  defineMutant({
    id: "wrong-method-of-an-id-html",
    clause: "error.undeclared",
    fault: "A method that a path with an id, or the path of submissions, does not have is answered with an HTML page",
    change: sending((send) => (response, status, body, operation) => {
      const isOfRouter = status === 405 && !/\/(?:products|organizations|me)$/.test(response.req.originalUrl);
      if (!isOfRouter) return send(response, status, body, operation);
      response.status(status).type("html").end(`<!doctype html><title>${status}</title>`);
    }),
  }),
  defineMutant({
    id: "unknown-path-without-headers",
    clause: "error.undeclared",
    fault: "The response to an unknown path lacks the rate limit's headers",
    change: sending((send) => (response, status, body, operation) => {
      if (operation === undefined) removeRateLimitHeaders(response);
      return send(response, status, body, operation);
    }),
  }),
  defineMutant({
    id: "redirect-without-headers",
    clause: "error.undeclared",
    fault: "The redirect of reads of the products to a path with a slash at its end lacks the rate limit's headers",
    change: redirectingProducts(removeRateLimitHeaders),
  }),
  defineMutant({
    id: "unknown-path-unescaped",
    clause: "error.undeclared",
    fault: "The error for an unknown path repeats the decoded path, without escaping its quotes in the JSON",
    change: sending((send) => (response, status, body, operation) => {
      if (operation !== undefined || status !== 404) return send(response, status, body, operation);
      const path = decodeURIComponent(response.req.originalUrl);
      response.status(status).type("json").end(`{"error": "There is nothing at ${path}"}`);
    }),
  }),
  defineMutant({
    id: "problem-of-unknown-product-500",
    clause: "error.no-server-error",
    fault: "A problem of an unknown product fails with 500",
    change: failWhen(
      ["getProblem"],
      ({ params, store }) => store.first("SELECT id FROM products WHERE id = ?", params.productId ?? "") === undefined,
    ),
  }),
  failingId("null-in-id-500", "An id with a null character fails with 500", /\0/),
  failingId("emoji-in-id-500", "An id with an emoji fails with 500", /\p{Emoji_Presentation}/u),
  failingId("quote-in-id-500", "An id with a quote fails with 500", /'/),
  defineMutant({
    id: "id-looked-up-by-like",
    clause: "error.unknown-id",
    fault: "The id % is accepted as any id",
    change: replaceRoutes(lookups, (route) => (request) => {
      const { params, caller, store } = request;
      const first = { ...params };
      for (const [name, query] of Object.entries(firstIds)) {
        if (params[name] === "%") first[name] = String(store.first(query, caller.orgId)?.id ?? "%");
      }
      return route({ ...request, params: first });
    }),
  }),
  defineMutant({
    id: "null-body-accepted",
    clause: "error.refusal",
    fault: "A body that is not an object is accepted",
    change: combine(
      ...(["submitFeedback", "inviteMember"] as const).flatMap((operation) => [
        ignoreIssues(operation, ({ path = [] }) => path.length === 0),
        replaceRoute(operation, (route) => (request) => {
          if (isRecord(request.body)) return route(request);
          return operation === "inviteMember"
            ? {}
            : { feedbackId: `fb_empty_${request.now}`, url: "https://example.com/feedback", status: "queued" };
        }),
      ]),
    ),
  }),
] satisfies readonly Mutant[];
