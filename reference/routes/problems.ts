/** §4, endpoints 4 and 5. */

import { notFound, param, type Route } from "../parts/route.ts";
import { allProblems, findProblem } from "../store/problems.ts";
import { visibleProduct } from "./visible.ts";

export const listProblems: Route = (request) => {
  const { serializers } = request.parts;
  const product = visibleProduct(request, "problem");
  const rows = product === undefined ? [] : allProblems(request.store, product.id);
  return serializers.list(rows.map(serializers.problem));
};

export const getProblem: Route = (request) => {
  const product = visibleProduct(request, "problem");
  const row = product === undefined ? undefined : findProblem(request.store, product.id, param(request, "problemId"));
  if (row === undefined) throw notFound("problem");
  return request.parts.serializers.problem(row);
};
