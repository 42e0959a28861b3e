/** Faults of endpoints 1 to 8 and 18, and of the Authorization header that all require (§4). */

import { HttpError } from "../../parts/http-error.ts";
import type { Body } from "../../parts/serializers.ts";
import { findInstallation } from "../../store/installations.ts";
import { allProblems } from "../../store/problems.ts";
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

/** The caller that a development build puts in the place of nobody. */
const developer = { kind: "session", credentialId: "development", role: "viewer", installationId: null } as const;

export default [
  defineMutant({
    id: "one-endpoint-open",
    clause: "endpoint.authorization",
    fault: "One router was mounted before the check of credentials: contexts are open to everybody",
    change: serveUnauthenticated((store, { operation, params }) => {
      if (operation !== "listContexts") return undefined;
      const { orgId = "" } = { ...store.first("SELECT orgId FROM products WHERE id = ?", params.productId ?? "") };
      return { ...developer, orgId: String(orgId), userId: "" };
    }),
  }),
  defineMutant({
    id: "developer-in-place-of-nobody",
    clause: "endpoint.authorization",
    fault: "Without the header the developer of the first organization is served, as on the developers' machines",
    change: serveUnauthenticated((store, _context, header) => {
      if (header !== undefined) return undefined;
      const first = { ...store.first("SELECT orgId, userId FROM members ORDER BY joinedAt LIMIT 1") };
      return { ...developer, orgId: String(first.orgId), userId: String(first.userId) };
    }),
  }),
  defineMutant({
    id: "products-by-user",
    clause: "endpoint.listProducts",
    fault: "The query for products asks for a session's user, and breaks on a key",
    change: replaceRoute("listProducts", (route) => (request) => {
      if (request.caller.kind === "api-key") throw new TypeError("no user");
      return route(request);
    }),
  }),
  defineMutant({
    id: "first-row-of-products",
    clause: "endpoint.getProduct",
    fault: "The condition on the id was lost: every product read alone is the organization's first",
    change: replaceRoute("getProduct", (route) => (request) => {
      route(request);
      const [first] = allProducts(request.store, [request.caller.orgId]);
      return first === undefined ? missing() : request.parts.serializers.product(first);
    }),
  }),
  defineMutant({
    id: "features-as-a-part",
    clause: "endpoint.listFeatures",
    fault: "The feature list is answered 206, as the first page of more",
    change: replace("success", ({ status }) => ({ status: (of) => (of === "listFeatures" ? 206 : status(of)) })),
  }),
  defineMutant({
    id: "features-of-the-second-product-206",
    clause: "endpoint.listFeatures",
    fault: "From the second product on, features are answered 206, as parts of one list",
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
    fault: "Features were made for the web interface: an API key is answered 403",
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
    id: "first-problem-of-the-product",
    clause: "endpoint.getProblem",
    fault: "A problem is looked up by its product only: the first is answered for each",
    change: replaceRoute("getProblem", (route) => (request) => {
      route(request);
      const [first] = allProblems(request.store, request.params.productId ?? "");
      return first === undefined ? missing() : request.parts.serializers.problem(first);
    }),
  }),
  defineMutant({
    id: "tags-of-ascii-only",
    clause: "endpoint.listReleases",
    fault: "The list of releases breaks on a tag beyond ASCII",
    change: changeResult("listReleases", (answer) => {
      if (/[^\0-\x7f]/.test(JSON.stringify((answer as List).data.map(({ tags }) => tags))))
        throw new Error("not ASCII");
      return answer;
    }),
  }),
  defineMutant({
    id: "contexts-for-sessions-only",
    clause: "endpoint.listContexts",
    fault: "Contexts were made for the web interface: an API key is answered 403",
    change: replaceRoute("listContexts", (route) => (request) => {
      if (request.caller.kind === "api-key") throw new HttpError("forbidden", "Sign in to see this.");
      return route(request);
    }),
  }),
  defineMutant({
    id: "actors-moved",
    clause: "endpoint.listActors",
    fault: "Actors have moved: 308 to a path where nothing is",
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
    fault: "A product read alone has its name escaped for HTML, in the list it has not",
    change: changeResult("getProduct", (answer) => ({ ...(answer as Body), name: escaped((answer as Body).name) })),
  }),
  defineMutant({
    id: "draft-of-the-next-version",
    clause: "endpoint.list-and-detail",
    fault: "A problem read alone is the draft of its next version, with the draft's status",
    change: changeResult("getProblem", (answer) => ({ ...(answer as Body), status: "draft" })),
  }),
  defineMutant({
    id: "list-by-another-slug",
    clause: "endpoint.list-and-detail",
    fault: "The list makes its slugs of the names again, the stored ones are read alone",
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
    fault: "The path's me is taken for an installation's id, and nobody looks whether there is one",
    change: replaceRoute("getInstallation", (route) => (request) => {
      if (findInstallation(request.store, "everything", "me") === undefined) throw new TypeError("no installation");
      return route(request);
    }),
  }),
  defineMutant({
    id: "first-installation",
    clause: "installation.calling-key",
    fault: "The first installation of the table is answered, whatever the key",
    change: replaceRoute("getInstallation", () => ({ store, parts: { serializers } }) => {
      const { id } = { ...store.first("SELECT id FROM installations ORDER BY createdAt LIMIT 1") };
      const installation = findInstallation(store, "everything", String(id));
      return installation === undefined ? missing() : serializers.installation(installation);
    }),
  }),
  defineMutant({
    id: "installation-cached-by-path",
    clause: "installation.calling-key",
    fault: "Answers are cached by their path, and the path of everybody's installation is one",
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
    fault: "The gateway in front of the feature list answers 403 with a body of its own",
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
