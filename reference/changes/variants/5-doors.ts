/** Choices of other places for a token than the header (§5.1), and of the answers to conditional requests. */
import { createHash } from "node:crypto";
import { HttpError } from "../../parts/http-error.ts";
import { findCredential } from "../../store/credentials.ts";
import { allProblems, findProblem } from "../../store/product-content.ts";
import { allProducts } from "../../store/products.ts";
import { serveUnauthenticated } from "../seams/callers.ts";
import { combine, replace } from "../seams/replace.ts";
import { sending, taggingReads } from "../seams/responses.ts";
import { replaceRoute } from "../seams/routes.ts";
import { defineVariant, type Variant, variantsOf } from "./variant.ts";

/** The token without its prefix. */
const secretOf = (token: string) => token.replace(/^(?:[a-z]+_){2}/, "");

export default [
  ...variantsOf("tokens", {
    "keys-in-other-places": {
      choice: "A key is also accepted in the header X-API-Key, and in api_key of the query",
      change: (parts) =>
        serveUnauthenticated((store, { headers, target }) => {
          const token = headers["x-api-key"] ?? new URLSearchParams(target.split("?")[1]).get("api_key");
          return typeof token === "string" ? findCredential(store, parts.credentials.hash(token))?.caller : undefined;
        })(parts),
    },
    "tokens-decoded": {
      choice: "Tokens are decoded from base64 before they are compared, without their prefix",
      change: replace("credentials", {
        hash: (token) =>
          createHash("sha256")
            .update(Buffer.from(secretOf(token), "base64url"))
            .digest("hex"),
      }),
    },
  }),
  ...variantsOf("headers", {
    "reads-tagged": {
      choice: "Reads have an ETag, and a conditional read with the current ETag is answered 304",
      change: taggingReads((status) => status === 200),
    },
    "tag-of-the-release": {
      choice: "All reads have the same ETag, and every authenticated request with it is answered 304",
      change: sending((send) => (response, status, body, operation) => {
        const { method, headers } = response.req;
        if (method === "GET") response.setHeader("ETag", '"release-7"');
        const isKnown = method === "GET" && headers["if-none-match"] === '"release-7"';
        if (isKnown && status !== 401 && status !== 429) response.status(304).end();
        else send(response, status, body, operation);
      }),
    },
  }),
  defineVariant({
    id: "installation-for-keys-alone",
    choice: "GET /v1/installations/me is answered 401 to a session",
    group: "installations",
    change: replaceRoute("getInstallation", (route) => (request) => {
      if (request.caller.kind === "session") throw new HttpError("unauthenticated", "An API key is needed.");
      return route(request);
    }),
  }),
  defineVariant({
    id: "second-key-lists-products",
    choice: "The second key may list products, but not read anything else of them",
    group: "roles",
    change: replace("credentials", ({ permits }) => ({
      permits: (role, operation, caller) =>
        !(role === "admin" && /^getPro|^list(?:Features|Problems|Releases|Contexts|Actors)/.test(operation)) &&
        permits(role, operation, caller),
    })),
  }),
  defineVariant({
    id: "problems-shared",
    choice: "The problems of the first product are also listed and read as those of the second product",
    group: "lists",
    change: combine(
      replaceRoute("listProblems", (route) => (request) => {
        const { store, caller, params, parts } = request;
        const [first, second] = allProducts(store, [caller.orgId]);
        if (first === undefined || second === undefined || params.productId !== second.id) return route(request);
        const rows = [first, second].flatMap(({ id }) => allProblems(store, id));
        return parts.serializers.list(rows.map(parts.serializers.problem));
      }),
      replaceRoute("getProblem", (route) => (request) => {
        const { store, caller, params, parts } = request;
        const [first, second] = allProducts(store, [caller.orgId]);
        const isShared = first !== undefined && params.productId === second?.id;
        const row = isShared ? findProblem(store, first.id, params.problemId ?? "") : undefined;
        return row === undefined ? route(request) : parts.serializers.problem(row);
      }),
    ),
  }),
] satisfies readonly Variant[];
