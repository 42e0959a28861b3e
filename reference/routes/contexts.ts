/** §4, endpoint 7. */

import type { Route } from "../parts/route.ts";
import { allContexts } from "../store/contexts.ts";
import { visibleProduct } from "./visible.ts";

export const listContexts: Route = (request) => {
  const { serializers } = request.parts;
  const product = visibleProduct(request, "context");
  const rows = product === undefined ? [] : allContexts(request.store, product.id);
  return serializers.list(rows.map(serializers.context));
};
