/** Faults in the lists of a key (§5.2): items of other organizations, and missing items. */
import type { OperationId } from "../../../spec/contract.ts";
import { notFound, type RouteRequest } from "../../parts/route.ts";
import { allMembers } from "../../store/members.ts";
import { allOrganizations } from "../../store/organizations.ts";
import { allActors, allContexts, allFeatures, allProblems, allReleases } from "../../store/product-content.ts";
import { allProducts } from "../../store/products.ts";
import { laterKeys } from "../seams/callers.ts";
import { replaceRoute } from "../seams/routes.ts";
import { defineMutant, type Mutant, mutantsOf } from "./mutant.ts";

/** Reads the items of one product, and writes them as resources. */
type RowsOf = (request: RouteRequest, productId: string) => readonly unknown[];

const featuresOf: RowsOf = ({ store, parts }, id) => allFeatures(store, id).map(parts.serializers.feature);
const contextsOf: RowsOf = ({ store, parts }, id) => allContexts(store, id).map(parts.serializers.context);

const itemsOfEverybody = (request: RouteRequest, rowsOf: RowsOf) =>
  request.parts.serializers.list(
    allProducts(request.store, "everything").flatMap((product) => rowsOf(request, product.id)),
  );

/** A list contains the items of all products of all organizations. */
const wholeTable = (id: string, clause: string, operation: OperationId, rowsOf: RowsOf): Mutant =>
  defineMutant({
    id,
    clause,
    fault: `${operation} lists the items of all organizations if the product is the caller's`,
    change: replaceRoute(operation, (route) => (request) => {
      route(request);
      return itemsOfEverybody(request, rowsOf);
    }),
  });

const belowTheThird = (id: string, clause: string, operation: OperationId, rowsOf: RowsOf): Mutant =>
  defineMutant({
    id,
    clause,
    fault: `${operation} lists the items of all organizations for the third product`,
    change: replaceRoute(operation, (route) => (request) => {
      const list = route(request);
      const isThird = allProducts(request.store, [request.caller.orgId])[2]?.id === request.params.productId;
      return isThird ? itemsOfEverybody(request, rowsOf) : list;
    }),
  });

export default [
  wholeTable("features-of-everybody", "auth.scope", "listFeatures", featuresOf),
  wholeTable("problems-of-everybody", "auth.scope", "listProblems", ({ store, parts }, id) =>
    allProblems(store, id).map(parts.serializers.problem),
  ),
  wholeTable("releases-of-everybody", "auth.scope", "listReleases", ({ store, parts }, id) =>
    allReleases(store, id).map(parts.serializers.release),
  ),
  wholeTable("contexts-of-everybody", "auth.lists-apart", "listContexts", contextsOf),
  wholeTable("actors-of-everybody", "auth.lists-apart", "listActors", ({ store, parts }, id) =>
    allActors(store, id).map(parts.serializers.actor),
  ),
  belowTheThird("features-of-everybody-below-the-third", "auth.scope", "listFeatures", featuresOf),
  belowTheThird("contexts-of-everybody-below-the-third", "auth.lists-apart", "listContexts", contextsOf),
  ...mutantsOf("auth.lists-apart", {
    "members-of-everybody": {
      fault: "The list of members contains the members of all organizations",
      change: replaceRoute("listMembers", (route) => (request) => {
        route(request);
        const { store, parts } = request;
        const rows = allOrganizations(store, "everything").flatMap(({ id }) => allMembers(store, id));
        return parts.serializers.bareList(rows.map(parts.serializers.member));
      }),
    },
    "members-of-others-besides": {
      fault: "The list of members also contains the users of all other organizations, each once",
      change: replaceRoute("listMembers", (route) => (request) => {
        route(request);
        const { store, caller, parts } = request;
        const members = allMembers(store, caller.orgId);
        const others = allOrganizations(store, "everything").flatMap(({ id }) => allMembers(store, id));
        const isNew = ({ userId }: { readonly userId: string }) => !members.some((member) => member.userId === userId);
        return parts.serializers.bareList([...members, ...others.filter(isNew)].map(parts.serializers.member));
      }),
    },
  }),

  // §5.2: all products, for each key.
  ...mutantsOf("auth.all-products", {
    "later-keys-list-one-product": {
      fault: "An organization's second and later keys list the first product only",
      change: replaceRoute("listProducts", (route) => {
        const isLater = laterKeys();
        return (request) => {
          const { caller, store, parts } = request;
          if (!isLater(caller)) return route(request);
          return parts.serializers.list(allProducts(store, [caller.orgId]).slice(0, 1).map(parts.serializers.product));
        };
      }),
    },
    "feedback-for-first-product-only": {
      fault: "A submission for another product than the organization's first is answered 404",
      change: replaceRoute("submitFeedback", (route) => (request) => {
        const [, ...others] = allProducts(request.store, [request.caller.orgId]);
        const { productId } = Object(request.body);
        if (others.some(({ id }) => id === productId)) throw notFound("product");
        return route(request);
      }),
    },
  }),
] satisfies readonly Mutant[];
