/** Endpoints 12, 14 and 17 (§4) that require a field that is not in the document, or reject one that is. */

import { HttpError } from "../../parts/http-error.ts";
import { allProducts } from "../../store/products.ts";
import { combine } from "../seams/replace.ts";
import { addIssues } from "../seams/requests.ts";
import { changeItems, replaceRoute } from "../seams/routes.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

const required = (name: string) => (body: unknown) =>
  name in Object(body) ? [] : [{ code: "required", message: "is required", path: [name] }];

/** Only the first product of an organization has items in this list. */
const ofTheFirstOnly = (operation: "listContexts" | "listActors") =>
  changeItems(operation, (items, { store, caller, params }) =>
    allProducts(store, [caller.orgId])[0]?.id === params.productId ? items : [],
  );

export default [
  defineMutant({
    id: "product-id-renamed",
    clause: "endpoint.submitFeedback",
    fault:
      "A submission is rejected without product_id in place of productId; only the first product has contexts and actors",
    change: combine(
      replaceRoute("submitFeedback", (route) => (request) => {
        if ("product_id" in Object(request.body)) return route(request);
        throw new HttpError("invalid", "productId and content are required");
      }),
      ofTheFirstOnly("listContexts"),
      ofTheFirstOnly("listActors"),
    ),
  }),
  defineMutant({
    id: "role-demanded",
    clause: "endpoint.inviteMember",
    fault: "An invitation is rejected without a role, which the document does not list",
    change: addIssues("inviteMember", required("role")),
  }),
  defineMutant({
    id: "plan-demanded",
    clause: "endpoint.createOrganization",
    fault: "A creation is rejected without a plan, which the document does not list",
    change: addIssues("createOrganization", required("plan")),
  }),
  defineMutant({
    id: "picture-not-in-the-schema",
    clause: "profile.fields",
    fault:
      "The schema of an update forbids unlisted fields and does not list avatarBase64: an update with a picture is rejected",
    change: addIssues("updateMe", (body) =>
      Object.keys(Object(body))
        .filter((name) => !["firstName", "lastName", "avatarType", "preferences"].includes(name))
        .map((name) => ({ code: "additionalProperties", message: `${name} is not known`, path: [name] })),
    ),
  }),
] satisfies readonly Mutant[];
