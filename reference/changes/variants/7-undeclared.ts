/** Choices of the answers to HEAD, large bodies, other formats, malformed paths, used slugs, unusual names, addresses and ids. */
import { operationIds } from "../../../spec/contract.ts";
import { HttpError } from "../../parts/http-error.ts";
import type { ResponseWriter } from "../../parts/response-writer.ts";
import { serveUnauthenticated } from "../seams/callers.ts";
import { type Change, combine, replace } from "../seams/replace.ts";
import { acceptSpellings, addIssues } from "../seams/requests.ts";
import { sending } from "../seams/responses.ts";
import { replaceRoutes } from "../seams/routes.ts";
import { defineVariant, type Variant, variantsOf } from "./variant.ts";

const upTo1MiB = replace("validation", { bodyLimit: 1024 * 1024 });

/** Changes the response to requests that do not accept JSON. */
const ofOtherFormats = (send: ResponseWriter["send"]) =>
  sending((before) => (response, status, body, operation) => {
    const isJson = /json|\*/.test(response.req.headers.accept ?? "*/*");
    return (isJson ? before : send)(response, status, body, operation);
  });

/** Answers HEAD without credentials by `send`, in place of 401. */
const toHead = (send: ResponseWriter["send"]): Change => {
  const heads = new WeakSet<object>();
  return combine(
    serveUnauthenticated((_store, { method, headers }) => {
      if (method === "HEAD") heads.add(headers);
      return undefined;
    }),
    sending(
      (before) =>
        (response, ...answer) =>
          (heads.has(response.req.headers) ? send : before)(response, ...answer),
    ),
  );
};

export default [
  ...variantsOf("connection", {
    "large-bodies-rejected": {
      choice: "A body of more than 1 MiB is answered 413",
      change: upTo1MiB,
    },
    "large-bodies-cut-off": {
      choice: "The connection is closed without a response when a body is longer than 1 MiB",
      change: combine(
        upTo1MiB,
        sending((send) => (response, status, body, operation) => {
          if (status === 413) response.destroy();
          else send(response, status, body, operation);
        }),
      ),
    },
    "head-not-allowed": {
      choice: "HEAD without credentials is answered 405",
      change: toHead((response) => void response.status(405).set("Allow", "GET").json({ error: "Only GET reads." })),
    },
    "head-not-found": {
      choice: "HEAD without credentials is answered 404",
      change: toHead((response) => void response.status(404).json({ error: "There is nothing here." })),
    },
    "head-answered-empty": {
      choice: "HEAD without credentials is answered 200, without a Content-Type",
      change: toHead((response) => void response.status(200).end()),
    },
  }),
  ...variantsOf("json", {
    "other-formats-not-acceptable": {
      choice: "A request that does not accept JSON is answered 406, with an error body",
      change: ofOtherFormats((response) => void response.status(406).json({ error: "Only JSON is served." })),
    },
    "other-formats-served": {
      choice: "A request that does not accept JSON is answered with an HTML page",
      change: ofOtherFormats((response, status, body) => {
        if (status >= 400) response.status(status).json(body);
        else response.status(status).type("html").end("<!doctype html><title>The product</title>");
      }),
    },
  }),
  defineVariant({
    id: "malformed-paths-refused",
    choice:
      "The HTTP server answers 400, and closes the connection, to a path with invalid percent-encoding or an encoded slash, backslash or control character",
    group: "connection",
    excludes: ["ids"],
    change: sending((send) => (response, status, body, operation) => {
      // The suite sends no other malformed encoding than %zz.
      if (!/%(?:2f|5c|[01][\da-f]|zz)/i.test(response.req.originalUrl)) return send(response, status, body, operation);
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      response.status(400).set("Connection", "close").type("text").end("400 Bad Request");
    }),
  }),
  defineVariant({
    id: "gateway-with-its-own-limit",
    choice:
      "A gateway answers unknown paths, other methods, media types and large bodies, and reports the limit that it has for an address",
    group: "connection",
    change: sending((send) => (response, status, body, operation) => {
      if (status !== 401 && (operation === undefined || [405, 413, 415].includes(status)))
        response.set({ "X-RateLimit-Limit": "30", "X-RateLimit-Remaining": "29" });
      send(response, status, body, operation);
    }),
  }),
  ...variantsOf("organizations", {
    "slugs-numbered": {
      choice: "A slug that is already used gets a number appended",
      change: replace("organizations", ({ keep }) => {
        const taken = new Set<string>();
        return {
          keep: (id, creation, createdAt) => {
            const slug = taken.has(creation.slug) ? `${creation.slug}-${taken.size}` : creation.slug;
            taken.add(slug);
            return keep(id, { ...creation, slug }, createdAt);
          },
        };
      }),
    },
    "organization-names-of-ascii": {
      choice: "An organization's name may contain only ASCII letters, digits, spaces and hyphens",
      change: addIssues("createOrganization", (body) =>
        /^[\w -]*$/.test(String(Object(body).name))
          ? []
          : [{ code: "pattern", message: "holds other characters", path: ["name"] }],
      ),
    },
  }),
  defineVariant({
    id: "invitations-to-plain-addresses",
    choice:
      "Invitations are rejected for addresses with other characters before the @ than letters, digits, dots, hyphens and plus",
    group: "invitations",
    change: addIssues("inviteMember", (body) =>
      /^[\w.+-]+@/.test(String(Object(body).email))
        ? []
        : [{ code: "format", message: "is an unusual address", path: ["email"] }],
    ),
  }),
  ...variantsOf("ids", {
    "ids-checked-first": {
      choice: "An id that does not have the form of the service's ids is answered 400",
      excludes: ["queue"],
      change: replaceRoutes(operationIds, (route) => (request) => {
        if (Object.values(request.params).every((id) => /^[a-z]{2,3}_[a-z0-9]+$/.test(id))) return route(request);
        throw new HttpError("invalid", "An id is two or three letters, an underscore, and letters and digits.");
      }),
    },
    "other-spellings-served": {
      choice:
        "Paths are also accepted, and counted, in capitals, percent-encoded, with more slashes, or with .json at the end",
      change: acceptSpellings,
    },
  }),
] satisfies readonly Variant[];
