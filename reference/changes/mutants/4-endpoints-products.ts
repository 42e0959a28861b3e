/** Faults in endpoints 1 to 8 and 18, and in requiring the Authorization header (§4). */

import { HttpError } from "../../parts/http-error.ts";
import { findInstallation } from "../../store/installations.ts";
import { allProblems } from "../../store/product-content.ts";
import { allProducts } from "../../store/products.ts";
import { serveUnauthenticated } from "../seams/callers.ts";
import { combine, replace } from "../seams/replace.ts";
import { replaceBody, sending } from "../seams/responses.ts";
import { cacheResults, changeBody, changeItems, failWhen, isFirstProduct, replaceRoute } from "../seams/routes.ts";
import { defineMutant, mutantsOf } from "./mutant.ts";

/** Text, escaped for HTML. */
const escaped = (text: unknown) =>
  String(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const missing = () => {
  throw new HttpError("notFound", "There is no such endpoint here.");
};

/** The caller that a development build serves without credentials. */
const developer = { kind: "session", credentialId: "development", role: "viewer", installationId: null } as const;

export default [
  defineMutant({
    id: "releases-close",
    clause: "endpoint.listReleases",
    fault: "The list of releases is not answered: the connection is closed",
    change: sending((send) => (response, status, body, operation) => {
      if (status === 200 && response.req.originalUrl.endsWith("/releases")) response.destroy();
      else send(response, status, body, operation);
    }),
  }),
  ...mutantsOf("endpoint.authorization", {
    "one-endpoint-open": {
      fault: "The list of contexts needs no credentials",
      change: serveUnauthenticated((store, { operation, params }) => {
        if (operation !== "listContexts") return undefined;
        const { orgId = "" } = { ...store.first("SELECT orgId FROM products WHERE id = ?", params.productId ?? "") };
        return { ...developer, orgId: String(orgId), userId: "" };
      }),
    },
    "developer-in-place-of-nobody": {
      fault: "A request without the Authorization header is served as that of a user of the first organization",
      change: serveUnauthenticated((store, _context, header) => {
        if (header !== undefined) return undefined;
        const first = { ...store.first("SELECT orgId, userId FROM members ORDER BY joinedAt LIMIT 1") };
        return { ...developer, orgId: String(first.orgId), userId: String(first.userId) };
      }),
    },
  }),
  defineMutant({
    id: "products-by-user",
    clause: "endpoint.listProducts",
    fault: "The list of products fails with 500 for an API key",
    change: failWhen(["listProducts"], ({ caller }) => caller.kind === "api-key"),
  }),
  ...mutantsOf("endpoint.getProduct", {
    "products-not-found-alone": {
      fault: "A listed product is answered 404 when it is read by itself",
      change: replaceRoute("getProduct", () => missing),
    },
    "first-row-of-products": {
      fault: "A read of any product returns the organization's first product",
      change: replaceRoute("getProduct", (route) => (request) => {
        route(request);
        const [first] = allProducts(request.store, [request.caller.orgId]);
        return first === undefined ? missing() : request.parts.serializers.product(first);
      }),
    },
  }),
  ...mutantsOf("endpoint.listFeatures", {
    "features-as-a-part": {
      fault: "The feature list is answered 206",
      change: replace("success", ({ status }) => ({ status: (of) => (of === "listFeatures" ? 206 : status(of)) })),
    },
    "features-of-the-second-product-206": {
      fault: "The feature list of every product but the first is answered 206",
      change: (parts) => {
        const seen = new Set<string>();
        return combine(
          replaceRoute("listFeatures", (route) => (request) => {
            const features = route(request);
            seen.add(request.params.productId ?? "");
            return features;
          }),
          replace("success", ({ status }) => ({
            status: (of) => (of === "listFeatures" && seen.size > 1 ? 206 : status(of)),
          })),
        )(parts);
      },
    },
    "features-for-sessions-only": {
      fault: "Features are readable with a session only: an API key is answered 403",
      change: replaceRoute("listFeatures", (route) => (request) => {
        if (request.caller.kind === "api-key") throw new HttpError("forbidden", "Sign in to see this.");
        return route(request);
      }),
    },
  }),
  defineMutant({
    id: "problems-misspelt",
    clause: "endpoint.listProblems",
    fault: "The list of problems is 404",
    change: replaceRoute("listProblems", () => missing),
  }),
  ...mutantsOf("endpoint.getProblem", {
    "first-problem-of-later-products": {
      fault:
        "From the second product on, a problem is looked up by its product only: the first is answered for every id",
      change: replaceRoute("getProblem", (route) => (request) => {
        const { store, params } = request;
        const [first] = isFirstProduct(request) ? [] : allProblems(store, params.productId ?? "");
        return route(first === undefined ? request : { ...request, params: { ...params, problemId: first.id } });
      }),
    },
    "first-problem-of-the-product": {
      fault: "A read of any problem returns the product's first problem",
      change: replaceRoute("getProblem", (route) => (request) => {
        route(request);
        const [first] = allProblems(request.store, request.params.productId ?? "");
        return first === undefined ? missing() : request.parts.serializers.problem(first);
      }),
    },
  }),
  defineMutant({
    id: "tags-of-ascii-only",
    clause: "endpoint.listReleases",
    fault: "The list of releases fails with 500 if a tag has a character beyond ASCII",
    change: changeItems("listReleases", (items) => {
      if (/[^\0-\x7f]/.test(JSON.stringify(items.map(({ tags }) => tags)))) throw new Error("not ASCII");
      return items;
    }),
  }),
  defineMutant({
    id: "contexts-for-sessions-only",
    clause: "endpoint.listContexts",
    fault: "Contexts are readable with a session only: an API key is answered 403",
    change: replaceRoute("listContexts", (route) => (request) => {
      if (request.caller.kind === "api-key") throw new HttpError("forbidden", "Sign in to see this.");
      return route(request);
    }),
  }),
  defineMutant({
    id: "actors-moved",
    clause: "endpoint.listActors",
    fault: "The list of actors is answered 308, to a path that does not exist",
    change: combine(
      replaceBody((body, { operation }) =>
        operation === "listActors" ? { status: 308, bytes: JSON.stringify(body) } : undefined,
      ),
      replace("responseWriter", ({ extraHeaders }) => ({
        extraHeaders: (operation, status) =>
          operation === "listActors" ? { Location: "/api/v2/actors" } : extraHeaders(operation, status),
      })),
    ),
  }),
  ...mutantsOf("endpoint.list-and-detail", {
    "names-escaped-alone": {
      fault: "The name of a product is escaped for HTML in the single product, but not in the list",
      change: changeBody("getProduct", (body) => ({ ...body, name: escaped(body.name) })),
    },
    "statement-cut-alone": {
      fault: "A single problem has a shortened statement, the list has the whole statement",
      change: changeBody("getProblem", (body) => ({ ...body, statement: String(body.statement).slice(0, 20) })),
    },
    "statement-escaped-alone": {
      fault: "The statement of a problem is escaped for HTML in the single problem, but not in the list",
      change: changeBody("getProblem", (body) => ({ ...body, statement: escaped(body.statement) })),
    },
    "draft-of-the-next-version": {
      fault: "A single problem has another status than in the list",
      change: changeBody("getProblem", (body) => ({ ...body, status: "draft" })),
    },
    "avatar-of-the-detail": {
      fault: "avatarType of an organization is the default in the single organization, and the stored one in the list",
      change: changeBody("getOrganization", (body) => ({ ...body, avatarType: "initials" })),
    },
    "list-by-another-slug": {
      fault: "The slug of a problem is derived from its name in the list, and the stored one in the single problem",
      change: changeItems("listProblems", (items) =>
        items.map((item) => ({ ...item, slug: String(item.name).toLowerCase().replaceAll(" ", "-") })),
      ),
    },
  }),
  defineMutant({
    id: "installation-by-name",
    clause: "endpoint.getInstallation",
    fault: "GET /v1/installations/me fails with 500, because me is looked up as an id",
    change: failWhen(["getInstallation"], () => true),
  }),
  ...mutantsOf("installation.calling-key", {
    "first-installation": {
      fault: "Every key gets the same installation",
      change: replaceRoute("getInstallation", () => ({ store, parts: { serializers } }) => {
        const { id } = { ...store.first("SELECT id FROM installations ORDER BY createdAt LIMIT 1") };
        const installation = findInstallation(store, "everything", String(id));
        return installation === undefined ? missing() : serializers.installation(installation);
      }),
    },
    "installation-cached-by-path": {
      fault: "The installation is cached for all keys",
      change: cacheResults(["getInstallation"], () => ""),
    },
  }),
  ...mutantsOf("endpoint.error-shape", {
    "forbidden-by-the-gateway": {
      fault: "A 403 to the feature list has a body without error",
      change: replaceBody((_, { operation, status }) =>
        operation === "listFeatures" && status === 403
          ? { type: "application/json", bytes: JSON.stringify({ message: "Forbidden", requestId: "1" }) }
          : undefined,
      ),
    },
    "unauthorized-without-a-body": {
      fault: "A 401 to the feature list has an empty object as its body",
      change: replaceBody((_, { operation, status }) =>
        operation === "listFeatures" && status === 401 ? { type: "application/json", bytes: "{}" } : undefined,
      ),
    },
  }),
];
