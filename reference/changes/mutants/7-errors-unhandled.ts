/** §7: errors that routers, body parsers and databases answer by themselves, before any handler. */
import { isRecord, type OperationId } from "../../../spec/contract.ts";
import { HttpError } from "../../parts/http-error.ts";
import { combine, ignoreIssues, replace, replaceBody, replaceRoute, replaceRoutes } from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

const lookups: readonly OperationId[] = [
  "getProduct",
  "getProblem",
  "getFeedbackStatus",
  "getOrganization",
  "listFeatures",
  "listMembers",
];

/** An id that each path parameter may have, in the organization of the caller. */
const firstIds = {
  productId: "SELECT id FROM products WHERE orgId = ?",
  problemId: "SELECT problems.id FROM problems JOIN products ON products.id = productId WHERE products.orgId = ?",
  feedbackId: "SELECT feedback.id FROM feedback JOIN products ON products.id = productId WHERE products.orgId = ?",
  orgId: "SELECT id FROM organizations WHERE id = ?",
};

/** A text in a path parameter makes the request fail. */
const failingId = (id: string, clause: string, fault: string, text: RegExp, kind: "internal" | "malformedRequest") =>
  defineMutant({
    id,
    clause,
    fault,
    change: replaceRoutes(lookups, (route) => (request) => {
      if (Object.values(request.params).some((value) => text.test(value))) throw new HttpError(kind, "Bad id.");
      return route(request);
    }),
  });

/** A page of the framework, in place of the error body of these statuses. */
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

const serverError = () => new HttpError("internal", "Something went wrong here.");

/** A submission makes the handler fail with 500. */
const failingSubmission = (id: string, fault: string, fails: (body: Readonly<Record<string, unknown>>) => boolean) =>
  defineMutant({
    id,
    clause: "error.no-server-error",
    fault,
    change: replaceRoute("submitFeedback", (route) => (request) => {
      if (isRecord(request.body) && fails(request.body)) throw serverError();
      return route(request);
    }),
  });

export default [
  failingSubmission(
    "metadata-left-out-500",
    "The keys of the metadata are counted: a submission without any fails with 500",
    ({ metadata }) => metadata === undefined,
  ),
  failingSubmission(
    "unknown-reference-500",
    "An unknown contextId or actorId violates a foreign key of the database: the submission fails with 500",
    ({ contextId, actorId }) => [contextId, actorId].some((id) => typeof id === "string" && !/^(?:ctx|act)_/.test(id)),
  ),
  defineMutant({
    id: "update-of-nothing-500",
    clause: "error.no-server-error",
    fault: "An update without fields is an SQL statement that sets nothing, and fails with 500",
    change: replaceRoute("updateMe", (route) => (request) => {
      if (isRecord(request.body) && Object.keys(request.body).length === 0) throw serverError();
      return route(request);
    }),
  }),
  page(
    "media-type-error-html",
    "error.json-object",
    "A body of another media type gets the page of the body parser",
    (status) => status === 415,
  ),
  page(
    "unknown-path-html",
    "error.undeclared",
    "An unknown path gets the page of the router",
    (status, isDeclared) => status === 404 && !isDeclared,
  ),
  page(
    "wrong-method-html",
    "error.undeclared",
    "A method that a path does not have gets the page of the router",
    (status) => status === 405,
  ),
  defineMutant({
    id: "unknown-path-without-headers",
    clause: "error.undeclared",
    fault: "The rate limit headers are set by the handlers, and no handler answers an unknown path",
    change: replace("responseWriter", ({ send }) => ({
      send: (response, status, body, operation) => {
        if (operation === undefined) {
          for (const name of ["Limit", "Remaining", "Reset"]) response.removeHeader(`X-RateLimit-${name}`);
        }
        return send(response, status, body, operation);
      },
    })),
  }),
  failingId("null-in-id-500", "error.no-server-error", "The database fails on a null character", /\0/, "internal"),
  failingId(
    "emoji-in-id-500",
    "error.no-server-error",
    "The database fails beyond the basic plane",
    /\p{Emoji_Presentation}/u,
    "internal",
  ),
  failingId(
    "quote-in-id-500",
    "error.no-server-error",
    "A quote in an id ends the string of the query",
    /'/,
    "internal",
  ),
  defineMutant({
    id: "id-looked-up-by-like",
    clause: "error.unknown-id",
    fault: "Ids are looked up by LIKE, and % is like every id",
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
    fault: "A body that is not an object is taken for an empty one, and an empty one is not validated",
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
