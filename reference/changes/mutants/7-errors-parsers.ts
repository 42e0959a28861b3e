/** §7: errors of what runs before the handlers, or below them: body parsers, content negotiation, decoders, and keys of tables. */
import type { OperationId } from "../../../spec/contract.ts";
import { HttpError } from "../../parts/http-error.ts";
import type { ResponseWriter } from "../../parts/response-writer.ts";
import { combine, replace, replaceBody, replaceRoute, replaceRoutes } from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

/** The operations with a path parameter that read. */
const lookups: readonly OperationId[] = [
  ...(["getProduct", "listFeatures", "listProblems", "getProblem", "listReleases", "listContexts"] as const),
  ...(["listActors", "getFeedbackStatus", "getOrganization", "listMembers"] as const),
];

/** An identifier makes the request fail with 500. */
const failingId = (id: string, fault: string, fails: (name: string, value: string) => boolean) =>
  defineMutant({
    id,
    clause: "error.no-server-error",
    fault,
    change: replaceRoutes(lookups, (route) => (request) => {
      if (Object.entries(request.params).some(([name, value]) => fails(name, value)))
        throw new HttpError("internal", "Something went wrong here.");
      return route(request);
    }),
  });

const sending = (send: (before: ResponseWriter["send"]) => ResponseWriter["send"]) =>
  replace("responseWriter", (writer) => ({ send: send(writer.send) }));

const page = (status: number) => ({ type: "text/html", bytes: `<!doctype html><title>${status}</title>` });

/** How the identifiers of each kind begin. */
const prefixes: Readonly<Record<string, string>> = {
  productId: "prd_",
  problemId: "prb_",
  feedbackId: "fb_",
  orgId: "org_",
};

export default [
  defineMutant({
    id: "oversized-body-html",
    clause: "error.undeclared",
    fault: "A body of more than 1 MiB gets the page of the body parser",
    change: combine(
      replace("validation", () => ({ bodyLimit: 1024 * 1024 })),
      replaceBody((_body, { status }) => (status === 413 ? page(status) : undefined)),
    ),
  }),
  defineMutant({
    id: "not-acceptable-empty",
    clause: "error.undeclared",
    fault: "A read that asks for another format than JSON is answered 406, without a body",
    change: sending((send) => (response, status, body, operation) => {
      const { method, headers } = response.req;
      if (method !== "GET" || /json|\*/.test(headers.accept ?? "*/*")) return send(response, status, body, operation);
      response.status(406).end();
    }),
  }),
  defineMutant({
    id: "page-for-browsers-without-credentials",
    clause: "error.undeclared",
    fault: "Whoever accepts HTML and has no credentials gets a page with the status 401",
    change: sending((send) => (response, status, body, operation) => {
      const { accept = "" } = response.req.headers;
      if (status !== 401 || !accept.includes("html")) return send(response, status, body, operation);
      response.status(status).type("html").end(page(status).bytes);
    }),
  }),
  defineMutant({
    id: "malformed-path-html",
    clause: "error.undeclared",
    fault: "A path that is not valid percent-encoding gets the page of the router",
    change: sending((send) => (response, status, body, operation) => {
      if (!response.req.originalUrl.includes("%zz")) return send(response, status, body, operation);
      response.status(status).type("html").end(page(status).bytes);
    }),
  }),
  defineMutant({
    id: "slug-taken-500",
    clause: "error.no-server-error",
    fault: "A slug that is taken violates a constraint of the database: 500",
    change: replaceRoute("createOrganization", (route) => (request) => {
      try {
        return route(request);
      } catch {
        throw new HttpError("internal", "Something went wrong here.");
      }
    }),
  }),
  defineMutant({
    id: "invited-twice-500",
    clause: "error.no-server-error",
    fault: "A second invitation of an address violates a constraint of the database: 500",
    change: replaceRoute("inviteMember", (route) => {
      const invited = new Set<string>();
      return (request) => {
        const body = JSON.stringify(request.body);
        if (invited.has(body)) throw new HttpError("internal", "Something went wrong here.");
        invited.add(body);
        return route(request);
      };
    }),
  }),
  defineMutant({
    id: "unreadable-submission-closes",
    clause: "error.no-server-error",
    fault: "The handler of submissions panics on a body that cannot be read: the connection is closed",
    change: sending((send) => (response, status, body, operation) => {
      const { method, originalUrl } = response.req;
      if (status === 400 && method === "POST" && originalUrl.endsWith("/v1/feedback")) response.destroy();
      else send(response, status, body, operation);
    }),
  }),
  failingId("line-break-in-id-500", "The cache's protocol fails on a line break in an id", (_, value) =>
    /[\r\n]/.test(value),
  ),
  failingId("id-of-another-kind-500", "An id that begins like one of another kind cannot be decoded", (name, value) =>
    Object.entries(prefixes).some(([kind, prefix]) => kind !== name && value.startsWith(prefix)),
  ),
] satisfies readonly Mutant[];
