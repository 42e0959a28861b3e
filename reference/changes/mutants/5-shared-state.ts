/** Faults of what several requests share (§5.2): caches, and a caller that is kept while another request is handled. */

import { type OperationId, operationIds } from "../../../spec/contract.ts";
import type { RouteRequest } from "../../parts/route.ts";
import type { Caller } from "../../store/caller.ts";
import { combine, replaceRoute, replaceRoutes } from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

const pathOf = ({ operation, params }: RouteRequest) => JSON.stringify([operation, params]);

/** Two requests to the same path, one right after the other, are taken for one: the second gets the answer to the first. */
const answeredAgain = (id: string, what: string, operation: OperationId): Mutant =>
  defineMutant({
    id,
    clause: "auth.scope",
    fault: `${what} is answered again to the request that follows it to the same path, whosever it is`,
    change: (parts) => {
      let last = { path: "", result: undefined as unknown };
      return combine(
        replaceRoutes(operationIds, (route) => async (request) => {
          const path = pathOf(request);
          const result = operation === request.operation && last.path === path ? last.result : await route(request);
          last = { path, result };
          return result;
        }),
      )(parts);
    },
  });

export default [
  answeredAgain("organizations-answered-again", "The list of organizations", "listOrganizations"),
  answeredAgain("status-answered-again", "The status of feedback", "getFeedbackStatus"),
  defineMutant({
    id: "cache-of-what-is-hot",
    clause: "auth.scope",
    fault: "Every 20th list of products comes from a cache, which holds the first that anybody was answered",
    change: replaceRoute("listProducts", (route) => {
      let count = 0;
      let known: unknown;
      return (request) => {
        count += 1;
        known ??= route(request);
        return count % 20 === 0 ? known : route(request);
      };
    }),
  }),
  defineMutant({
    id: "caller-of-the-last-request",
    clause: "auth.scope",
    fault:
      "The caller is kept in a variable of the module while the rows are awaited: it may be the next request's by then",
    change: (parts) => {
      let current: Caller | undefined;
      return replaceRoutes(operationIds, (route) => async (request) => {
        current = request.caller;
        await new Promise((resolve) => setImmediate(resolve));
        return route({ ...request, caller: current });
      })(parts);
    },
  }),
] satisfies readonly Mutant[];
