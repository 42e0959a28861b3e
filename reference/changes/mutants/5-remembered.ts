/** Faults by which permission (§5.8) or access to products (§5.2) depends on the product, the key or an earlier request. */
import { HttpError } from "../../parts/http-error.ts";
import { allOrganizations } from "../../store/organizations.ts";
import { laterKeys } from "../seams/callers.ts";
import { combine, replace } from "../seams/replace.ts";
import { sending } from "../seams/responses.ts";
import { isFirstProduct, productLists, replaceRoute, replaceRoutes } from "../seams/routes.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

export default [
  defineMutant({
    id: "denied-once",
    clause: "auth.forbidden",
    fault:
      "A caller without permission is answered 403 only the first time, since the server then regards it as checked",
    change: replace("credentials", ({ permits }) => {
      const checked = new Set<string>();
      return {
        permits: (role, operation, caller) => {
          const key = `${caller.credentialId} ${operation}`;
          const isChecked = checked.has(key);
          checked.add(key);
          return isChecked || permits(role, operation, caller);
        },
      };
    }),
  }),
  defineMutant({
    id: "denied-for-the-first-product",
    clause: "auth.forbidden",
    fault: "A caller without permission reads the features of every product but the first",
    change: combine(
      replace("credentials", () => ({ permits: () => true })),
      replaceRoute("listFeatures", (route) => (request) => {
        if (request.caller.role === "viewer" && isFirstProduct(request))
          throw new HttpError("forbidden", "A viewer may not list features.");
        return route(request);
      }),
    ),
  }),
  defineMutant({
    id: "denied-read-from-a-cache",
    clause: "auth.forbidden",
    fault: "A caller without permission reads what a key of the organization was served just before",
    change: sending((send) => {
      let last: { readonly url: string; readonly body: unknown } | undefined;
      return (response, status, body, operation) => {
        const { originalUrl: url } = response.req;
        if (status === 403 && last?.url === url) send(response, 200, last.body, operation);
        else send(response, status, body, operation);
        if (status === 200) last = { url, body };
      };
    }),
  }),
  defineMutant({
    id: "products-of-later-organizations-403",
    clause: "auth.all-products",
    fault: "Keys of all organizations but the first two are answered 403 for the list of products",
    change: replaceRoute("listProducts", (route) => (request) => {
      const { store, caller } = request;
      if (allOrganizations(store, "everything").findIndex(({ id }) => id === caller.orgId) >= 2)
        throw new HttpError("forbidden", "This plan has no products.");
      return route(request);
    }),
  }),
  defineMutant({
    id: "lists-empty-for-later-keys",
    clause: "auth.all-products",
    fault: "An organization's second and later keys are shown empty lists below all products",
    change: (parts) => {
      const isLater = laterKeys();
      return replaceRoutes(productLists, (route) => (request) => {
        const shown = route(request);
        return isLater(request.caller) ? request.parts.serializers.list([]) : shown;
      })(parts);
    },
  }),
] satisfies readonly Mutant[];
