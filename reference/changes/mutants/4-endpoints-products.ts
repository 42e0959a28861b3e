/** Faults of endpoints 1 to 8 and 18, and of the Authorization header that all require (§4). */

import { HttpError } from "../../parts/http-error.ts";
import type { Body } from "../../parts/serializers.ts";
import { findInstallation } from "../../store/installations.ts";
import { allProblems } from "../../store/product-content.ts";
import { allProducts } from "../../store/products.ts";
import { changeResult, combine, replace, replaceBody, replaceRoute, serveUnauthenticated } from "../seams.ts";
import { defineMutant } from "./mutant.ts";

interface List {
  readonly data: readonly Body[];
}

/** Text as a template writes it into a page. */
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
    fault: "The handler of releases panics: the connection is closed in place of every list",
    change: replace("responseWriter", ({ send }) => ({
      send: (response, status, body, operation) => {
        if (status === 200 && response.req.originalUrl.endsWith("/releases")) response.destroy();
        else send(response, status, body, operation);
      },
    })),
  }),
  defineMutant({
    id: "one-endpoint-open",
    clause: "endpoint.authorization",
    fault: "The contexts' router is mounted before the authentication: contexts are readable without credentials",
    change: serveUnauthenticated((store, { operation, params }) => {
      if (operation !== "listContexts") return undefined;
      const { orgId = "" } = { ...store.first("SELECT orgId FROM products WHERE id = ?", params.productId ?? "") };
      return { ...developer, orgId: String(orgId), userId: "" };
    }),
  }),
  defineMutant({
    id: "developer-in-place-of-nobody",
    clause: "endpoint.authorization",
    fault: "Without the header a development user of the first organization is served",
    change: serveUnauthenticated((store, _context, header) => {
      if (header !== undefined) return undefined;
      const first = { ...store.first("SELECT orgId, userId FROM members ORDER BY joinedAt LIMIT 1") };
      return { ...developer, orgId: String(first.orgId), userId: String(first.userId) };
    }),
  }),
  defineMutant({
    id: "products-by-user",
    clause: "endpoint.listProducts",
    fault: "The query for products needs a session, and fails with 500 for a key",
    change: replaceRoute("listProducts", (route) => (request) => {
      if (request.caller.kind === "api-key") throw new TypeError("no user");
      return route(request);
    }),
  }),
  defineMutant({
    id: "first-row-of-products",
    clause: "endpoint.getProduct",
    fault: "The condition on the id is missing: every product is answered with the organization's first",
    change: replaceRoute("getProduct", (route) => (request) => {
      route(request);
      const [first] = allProducts(request.store, [request.caller.orgId]);
      return first === undefined ? missing() : request.parts.serializers.product(first);
    }),
  }),
  defineMutant({
    id: "features-as-a-part",
    clause: "endpoint.listFeatures",
    fault: "The feature list is answered 206",
    change: replace("success", ({ status }) => ({ status: (of) => (of === "listFeatures" ? 206 : status(of)) })),
  }),
  defineMutant({
    id: "features-of-the-second-product-206",
    clause: "endpoint.listFeatures",
    fault: "From the second product on, the feature list is answered 206",
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
  }),
  defineMutant({
    id: "features-for-sessions-only",
    clause: "endpoint.listFeatures",
    fault: "Features are readable with a session only: an API key is answered 403",
    change: replaceRoute("listFeatures", (route) => (request) => {
      if (request.caller.kind === "api-key") throw new HttpError("forbidden", "Sign in to see this.");
      return route(request);
    }),
  }),
  defineMutant({
    id: "problems-misspelt",
    clause: "endpoint.listProblems",
    fault: "The route of the problem list is misspelt: 404",
    change: replaceRoute("listProblems", () => missing),
  }),
  defineMutant({
    id: "first-problem-of-later-products",
    clause: "endpoint.getProblem",
    fault: "From the second product on, a problem is looked up by its product only: the first is answered for every id",
    change: replaceRoute("getProblem", (route) => (request) => {
      const { store, caller, params } = request;
      const isFirstProduct = allProducts(store, [caller.orgId])[0]?.id === params.productId;
      const [first] = isFirstProduct ? [] : allProblems(store, params.productId ?? "");
      return route(first === undefined ? request : { ...request, params: { ...params, problemId: first.id } });
    }),
  }),
  defineMutant({
    id: "first-problem-of-the-product",
    clause: "endpoint.getProblem",
    fault: "A problem is looked up by its product only: the first is answered for every id",
    change: replaceRoute("getProblem", (route) => (request) => {
      route(request);
      const [first] = allProblems(request.store, request.params.productId ?? "");
      return first === undefined ? missing() : request.parts.serializers.problem(first);
    }),
  }),
  defineMutant({
    id: "tags-of-ascii-only",
    clause: "endpoint.listReleases",
    fault: "The list of releases fails with 500 on a tag beyond ASCII",
    change: changeResult("listReleases", (answer) => {
      if (/[^\0-\x7f]/.test(JSON.stringify((answer as List).data.map(({ tags }) => tags))))
        throw new Error("not ASCII");
      return answer;
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
  defineMutant({
    id: "names-escaped-alone",
    clause: "endpoint.list-and-detail",
    fault: "A single product has its name escaped for HTML, in the list it is not",
    change: changeResult("getProduct", (answer) => ({ ...(answer as Body), name: escaped((answer as Body).name) })),
  }),
  defineMutant({
    id: "statement-cut-alone",
    clause: "endpoint.list-and-detail",
    fault: "A single problem has its statement from a column for previews, the list has the whole",
    change: changeResult("getProblem", (answer) => ({
      ...(answer as Body),
      statement: String((answer as Body).statement).slice(0, 20),
    })),
  }),
  defineMutant({
    id: "statement-escaped-alone",
    clause: "endpoint.list-and-detail",
    fault: "A single problem has its statement escaped for HTML, in the list it is not",
    change: changeResult("getProblem", (answer) => ({
      ...(answer as Body),
      statement: escaped((answer as Body).statement),
    })),
  }),
  defineMutant({
    id: "draft-of-the-next-version",
    clause: "endpoint.list-and-detail",
    fault: "A single problem has the status of its next draft",
    change: changeResult("getProblem", (answer) => ({ ...(answer as Body), status: "draft" })),
  }),
  defineMutant({
    id: "avatar-of-the-detail",
    clause: "endpoint.list-and-detail",
    fault: "A single organization is answered with the default of avatarType, the list with what is stored",
    change: changeResult("getOrganization", (answer) => ({ ...(answer as Body), avatarType: "initials" })),
  }),
  defineMutant({
    id: "list-by-another-slug",
    clause: "endpoint.list-and-detail",
    fault: "The list derives the slugs from the names, a single problem has the stored one",
    change: changeResult("listProblems", (answer) => ({
      data: (answer as List).data.map((item) => ({
        ...item,
        slug: String(item.name).toLowerCase().replaceAll(" ", "-"),
      })),
    })),
  }),
  defineMutant({
    id: "installation-by-name",
    clause: "endpoint.getInstallation",
    fault: "The path's me is looked up as an installation's id, and fails with 500",
    change: replaceRoute("getInstallation", (route) => (request) => {
      if (findInstallation(request.store, "everything", "me") === undefined) throw new TypeError("no installation");
      return route(request);
    }),
  }),
  defineMutant({
    id: "first-installation",
    clause: "installation.calling-key",
    fault: "The first installation of the table is answered for every key",
    change: replaceRoute("getInstallation", () => ({ store, parts: { serializers } }) => {
      const { id } = { ...store.first("SELECT id FROM installations ORDER BY createdAt LIMIT 1") };
      const installation = findInstallation(store, "everything", String(id));
      return installation === undefined ? missing() : serializers.installation(installation);
    }),
  }),
  defineMutant({
    id: "installation-cached-by-path",
    clause: "installation.calling-key",
    fault: "Responses are cached by path, and every key's installation has the same path",
    change: replaceRoute("getInstallation", (route) => {
      let cached: unknown;
      return (request) => {
        cached ??= route(request);
        return cached;
      };
    }),
  }),
  defineMutant({
    id: "forbidden-by-the-gateway",
    clause: "endpoint.error-shape",
    fault: "The gateway in front of the feature list answers 403 with a body in another format",
    change: replaceBody((_, { operation, status }) =>
      operation === "listFeatures" && status === 403
        ? { type: "application/json", bytes: JSON.stringify({ message: "Forbidden", requestId: "1" }) }
        : undefined,
    ),
  }),
  defineMutant({
    id: "unauthorized-without-a-body",
    clause: "endpoint.error-shape",
    fault: "The feature list's own middleware answers 401 with an empty object",
    change: replaceBody((_, { operation, status }) =>
      operation === "listFeatures" && status === 401 ? { type: "application/json", bytes: "{}" } : undefined,
    ),
  }),
];
