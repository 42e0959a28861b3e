/** §4, endpoint 3. */

import type { Route } from "../parts/route.ts";
import { allFeatures } from "../store/features.ts";
import { visibleProduct } from "./visible.ts";

export const listFeatures: Route = (request) => {
  const { serializers } = request.parts;
  const product = visibleProduct(request, "feature");
  const rows = product === undefined ? [] : allFeatures(request.store, product.id);
  return serializers.list(rows.map(serializers.feature));
};
