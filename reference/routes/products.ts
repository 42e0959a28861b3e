/** §4, endpoints 1 and 2. */
import { notFound, type Route } from "../parts/route.ts";
import { allProducts } from "../store/products.ts";
import { visibleProduct } from "./visible.ts";

export const listProducts: Route = ({ store, caller, parts: { tenancy, serializers } }) =>
  serializers.list(allProducts(store, tenancy.scope(store, caller, "product")).map(serializers.product));

export const getProduct: Route = (request) => {
  const product = visibleProduct(request, "product");
  if (product === undefined) throw notFound("product");
  return request.parts.serializers.product(product);
};
