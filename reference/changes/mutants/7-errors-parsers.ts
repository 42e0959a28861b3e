/** §7: errors in body parsers, content negotiation, decoders and the database. */
import type { OperationId } from "../../../spec/contract.ts";
import { HttpError } from "../../parts/http-error.ts";
import { combine, replace } from "../seams/replace.ts";
import { replaceBody, sending } from "../seams/responses.ts";
import { failWhen, replaceRoute } from "../seams/routes.ts";
import { defineMutant, type Mutant, mutantsOf } from "./mutant.ts";

/** The reads with a path parameter. */
const lookups: readonly OperationId[] = [
  ...(["getProduct", "listFeatures", "listProblems", "getProblem", "listReleases", "listContexts"] as const),
  ...(["listActors", "getFeedbackStatus", "getOrganization", "listMembers"] as const),
];

/** Answers 500 to reads with an identifier for which `fails` is true. */
const failingId = (id: string, fault: string, fails: (name: string, value: string) => boolean) =>
  defineMutant({
    id,
    clause: "error.no-server-error",
    fault,
    change: failWhen(lookups, ({ params }) => Object.entries(params).some(([name, value]) => fails(name, value))),
  });

const page = (status: number) => ({ type: "text/html", bytes: `<!doctype html><title>${status}</title>` });

/** The prefix of the identifiers of each kind. */
const prefixes: Readonly<Record<string, string>> = {
  productId: "prd_",
  problemId: "prb_",
  feedbackId: "fb_",
  orgId: "org_",
};

export default [
  ...mutantsOf("error.undeclared", {
    "oversized-body-html": {
      fault: "A body of more than 1 MiB is answered with an HTML page of the body parser",
      change: combine(
        replace("validation", { bodyLimit: 1024 * 1024 }),
        replaceBody((_body, { status }) => (status === 413 ? page(status) : undefined)),
      ),
    },
    "not-acceptable-empty": {
      fault: "A read with an Accept header for another format than JSON is answered 406 without a body",
      change: sending((send) => (response, status, body, operation) => {
        const { method, headers } = response.req;
        if (method !== "GET" || /json|\*/.test(headers.accept ?? "*/*")) return send(response, status, body, operation);
        response.status(406).end();
      }),
    },
    "page-for-browsers-without-credentials": {
      fault: "A request without credentials that accepts HTML is answered 401 with an HTML page",
      change: sending((send) => (response, status, body, operation) => {
        const { accept = "" } = response.req.headers;
        if (status !== 401 || !accept.includes("html")) return send(response, status, body, operation);
        response.status(status).type("html").end(page(status).bytes);
      }),
    },
    "not-found-page-for-browsers": {
      fault: "An unknown identifier in a request that accepts HTML is answered 404 with an HTML page",
      change: sending((send) => (response, status, body, operation) => {
        const { accept = "" } = response.req.headers;
        if (status !== 404 || !accept.includes("html")) return send(response, status, body, operation);
        response.status(status).type("html").end(page(status).bytes);
      }),
    },
    "malformed-path-html": {
      fault: "A path that is not valid percent-encoding is answered with an HTML page of the router",
      change: sending((send) => (response, status, body, operation) => {
        if (!response.req.originalUrl.includes("%zz")) return send(response, status, body, operation);
        response.status(status).type("html").end(page(status).bytes);
      }),
    },
  }),
  ...mutantsOf("error.no-server-error", {
    "slug-taken-500": {
      fault: "A creation with a slug that is already used fails with 500",
      change: replaceRoute("createOrganization", (route) => (request) => {
        try {
          return route(request);
        } catch {
          throw new HttpError("internal", "Something went wrong here.");
        }
      }),
    },
    "invited-twice-500": {
      fault: "A second invitation to the same address fails with 500",
      change: replaceRoute("inviteMember", (route) => {
        const invited = new Set<string>();
        return (request) => {
          const body = JSON.stringify(request.body);
          if (invited.has(body)) throw new HttpError("internal", "Something went wrong here.");
          invited.add(body);
          return route(request);
        };
      }),
    },
    "unreadable-submission-closes": {
      fault: "An invalid submission is not answered: the connection is closed",
      change: sending((send) => (response, status, body, operation) => {
        const { method, originalUrl } = response.req;
        if (status === 400 && method === "POST" && originalUrl.endsWith("/v1/feedback")) response.destroy();
        else send(response, status, body, operation);
      }),
    },
    "no-media-type-500": {
      fault: "A body without a Content-Type fails with 500",
      change: sending((send) => (response, status, body, operation) => {
        const fails = status === 415 && response.req.headers["content-type"] === undefined;
        if (fails) send(response, 500, { error: "Something went wrong here." }, operation);
        else send(response, status, body, operation);
      }),
    },
  }),
  failingId("line-break-in-id-500", "An id with a line break fails with 500", (_, value) => /[\r\n]/.test(value)),
  failingId("id-of-another-kind-500", "An id with the prefix of another kind of id fails with 500", (name, value) =>
    Object.entries(prefixes).some(([kind, prefix]) => kind !== name && value.startsWith(prefix)),
  ),
  defineMutant({
    id: "slash-in-id-html",
    clause: "error.json-object",
    fault: "An id with an encoded slash is answered with an HTML page of the router",
    change: sending((send) => (response, status, body, operation) => {
      if (!/%2f/i.test(response.req.originalUrl)) return send(response, status, body, operation);
      response.status(400).type("html").end(page(400).bytes);
    }),
  }),
  failingId("backslash-in-id-500", "An id with a backslash fails with 500", (_, value) => value.includes("\\")),
  failingId("long-id-500", "An id of more than 1,000 characters fails with 500", (_, value) => value.length > 1000),
] satisfies readonly Mutant[];
