/** Faults in the scope of an API key: one organization, and all of its products (§5.2). */
import type { OperationId } from "../../../spec/contract.ts";
import type { RouteRequest } from "../../parts/route.ts";
import { notFound } from "../../parts/route.ts";
import type { Resource } from "../../parts/tenancy.ts";
import { allProducts, findProduct } from "../../store/products.ts";
import { text } from "../../store/row.ts";
import { invitedAreMembers } from "../seams/invited-members.ts";
import { combine, replace } from "../seams/replace.ts";
import { cacheResults, replaceRoute, replaceRoutes, withoutTenancy } from "../seams/routes.ts";
import { numberIds } from "../variants/2-ids.ts";
import { defineMutant, type Mutant, mutantsOf } from "./mutant.ts";

/** Finds rows of these resources in every organization. */
const unscoped = (id: string, fault: string, resources: readonly Resource[]): Mutant =>
  defineMutant({
    id,
    clause: "auth.scope",
    fault,
    change: replace("tenancy", (tenancy) => ({
      scope: (store, caller, resource) =>
        resources.includes(resource) ? "everything" : tenancy.scope(store, caller, resource),
    })),
  });

const numberedProducts = unscoped(
  "numbered-products-of-all",
  "Ids are numbers, and products are found by theirs alone: every organization lists all products",
  ["product"],
);

/** Serves one operation without tenancy. */
const unscopedRoute = (id: string, fault: string, operation: OperationId): Mutant =>
  defineMutant({
    id,
    clause: "auth.scope",
    fault,
    change: replaceRoute(operation, (route) => (request) => route(withoutTenancy(request))),
  });

/** Shows a resource of another organization with its id, but without its name and most of its fields. */
const shownInPart = (id: string, what: string, operation: OperationId): Mutant =>
  defineMutant({
    id,
    clause: "auth.scope",
    fault: `A ${what} is shown to other organizations' keys with its id, but without its name`,
    change: replaceRoute(operation, (route) => (request) => {
      try {
        return route(request);
      } catch {
        const { id: shown } = Object(route(withoutTenancy(request)));
        return { id: shown, name: "Private" };
      }
    }),
  });

/** Caches results for all callers, by the key that `keyOf` returns. */
const cached = (
  id: string,
  fault: string,
  operations: readonly OperationId[],
  keyOf: (request: RouteRequest) => string,
): Mutant =>
  defineMutant({
    id,
    clause: "auth.scope",
    fault,
    change: cacheResults(operations, keyOf),
  });

const byPath = ({ params }: RouteRequest) => JSON.stringify(params);

export default [
  unscoped("tenancy-forgotten", "Rows are found by their ids alone, in every organization", [
    "product",
    "feature",
    "problem",
    "release",
    "context",
    "actor",
    "feedback",
    "submission",
    "organization",
    "member",
    "invitation",
  ]),
  defineMutant({
    id: "invited-wherever",
    clause: "auth.scope",
    fault: "An invitation does not look the organization up, and adds the user to the members of any",
    change: invitedAreMembers(() => () => ({ invited: true })),
  }),
  defineMutant({ ...numberedProducts, change: combine(numberedProducts.change, numberIds) }),
  unscopedRoute("products-of-all", "The list of products contains those of all organizations", "listProducts"),
  unscopedRoute("product-of-all", "A product is found by its id alone, in any organization", "getProduct"),
  defineMutant({
    id: "product-by-slug-of-all",
    clause: "auth.scope",
    fault: "A product is also found by its slug, in any organization",
    change: replaceRoute("getProduct", (route) => (request) => {
      const bySlug = allProducts(request.store, "everything").find(({ slug }) => slug === request.params.productId);
      return bySlug === undefined ? route(request) : request.parts.serializers.product(bySlug);
    }),
  }),
  shownInPart("preview-of-products-of-all", "product", "getProduct"),
  shownInPart("preview-of-problems-of-all", "problem", "getProblem"),
  unscopedRoute("features-of-all", "Features are found by the product's id alone, in any organization", "listFeatures"),
  unscopedRoute("problems-of-all", "Problems are found by the product's id alone, in any organization", "listProblems"),
  unscopedRoute("problem-of-all", "A single problem is found in any organization", "getProblem"),
  ...mutantsOf("auth.scope", {
    "problem-through-any-product": {
      fault: "A problem of another organization is found by the path of the caller's own product",
      change: replace("routes", ({ getProduct, getProblem }) => ({
        getProblem: (request) => {
          const { store, params } = request;
          getProduct(request);
          const row = store.first("SELECT productId FROM problems WHERE id = ?", params.problemId ?? "");
          const productId = row === undefined ? params.productId : text(row, "productId");
          return getProblem(withoutTenancy({ ...request, params: { ...params, productId: productId ?? "" } }));
        },
      })),
    },
    "unpublished-problems-of-all": {
      fault: "A problem that is not published is found by its id alone, in any organization",
      change: replaceRoute("getProblem", (route) => (request) => {
        const { store, params } = request;
        const row = store.first("SELECT productId, status FROM problems WHERE id = ?", params.problemId ?? "");
        if (row === undefined || text(row, "status") === "published") return route(request);
        return route(withoutTenancy({ ...request, params: { ...params, productId: text(row, "productId") } }));
      }),
    },
  }),
  unscopedRoute("releases-of-all", "Releases are found by the product's id alone, in any organization", "listReleases"),
  unscopedRoute("contexts-of-all", "Contexts are found by the product's id alone, in any organization", "listContexts"),
  unscopedRoute("actors-of-all", "Actors are found by the product's id alone, in any organization", "listActors"),
  unscopedRoute(
    "status-of-all",
    "The status of feedback is found by its id alone, in any organization",
    "getFeedbackStatus",
  ),
  unscoped("submission-for-all", "A submission is accepted for a product of any organization", ["submission"]),
  unscopedRoute("organizations-of-all", "The list of organizations contains all organizations", "listOrganizations"),
  defineMutant({
    id: "created-organizations-of-all",
    clause: "auth.scope",
    fault: "The list of organizations contains those that were created at the API, for every caller",
    change: (parts) => {
      const created = new Set<unknown>();
      const idOf = (organization: unknown) => Object(organization).id;
      const noting = replaceRoute("createOrganization", (route) => (request) => {
        const organization = route(request);
        created.add(idOf(organization));
        return organization;
      });
      const listing = replaceRoute("listOrganizations", (route) => (request) => {
        const own = Object(route(request)) as readonly unknown[];
        const all = Object(route(withoutTenancy(request))) as readonly unknown[];
        const ids = own.map(idOf);
        return [...own, ...all.filter((each) => created.has(idOf(each)) && !ids.includes(idOf(each)))];
      });
      return combine(noting, listing)(parts);
    },
  }),
  unscopedRoute("organization-of-all", "An organization is readable by every caller", "getOrganization"),
  unscopedRoute("members-of-all", "The members of an organization are readable by every caller", "listMembers"),
  unscoped("invitation-into-all", "Members can be invited to any organization", ["invitation"]),
  cached(
    "cache-of-lists-by-path",
    "The list of products is cached by path, for all organizations",
    ["listProducts"],
    byPath,
  ),
  cached(
    "cache-of-products-by-path",
    "A product, its features and its problems are cached by path, for all organizations",
    ["getProduct", "listFeatures", "listProblems", "getProblem"],
    byPath,
  ),
  cached("cache-of-members-by-path", "Members are cached by the path, for all organizations", ["listMembers"], byPath),
  cached(
    "cache-of-organizations-by-role",
    "The list of organizations is cached by the role of the caller",
    ["listOrganizations"],
    ({ caller }) => caller.role,
  ),

  // §5.2: all products of the organization.
  ...mutantsOf("auth.all-products", {
    "first-product-only": {
      fault: "An organization's products are 404 for its keys, except the first",
      change: replaceRoute("getProduct", (route) => (request) => {
        const { store, caller, params } = request;
        const [first] = allProducts(store, [caller.orgId]);
        const product = findProduct(store, [caller.orgId], params.productId ?? "");
        if (caller.kind === "api-key" && product !== undefined && product.id !== first?.id) throw notFound("product");
        return route(request);
      }),
    },
    "contents-of-first-product-only": {
      fault: "Features, problems and releases are 404 for keys, except those of the first product",
      change: replaceRoutes(["listFeatures", "listProblems", "listReleases"], (route) => (request) => {
        const [first] = allProducts(request.store, [request.caller.orgId]);
        if (request.caller.kind === "api-key" && request.params.productId !== first?.id) throw notFound("product");
        return route(request);
      }),
    },
  }),
] satisfies readonly Mutant[];
