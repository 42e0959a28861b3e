/** §4, endpoint 8. */

import type { Route } from "../parts/route.ts";
import { allActors } from "../store/actors.ts";
import { visibleProduct } from "./visible.ts";

export const listActors: Route = (request) => {
  const { serializers } = request.parts;
  const product = visibleProduct(request, "actor");
  const rows = product === undefined ? [] : allActors(request.store, product.id);
  return serializers.list(rows.map(serializers.actor));
};
