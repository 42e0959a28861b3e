/** §4, endpoint 6. */

import type { Route } from "../parts/route.ts";
import { allReleases } from "../store/releases.ts";
import { visibleProduct } from "./visible.ts";

export const listReleases: Route = (request) => {
  const { serializers } = request.parts;
  const product = visibleProduct(request, "release");
  const rows = product === undefined ? [] : allReleases(request.store, product.id);
  return serializers.list(rows.map(serializers.release));
};
