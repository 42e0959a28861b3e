/** Faults of what several requests share (§5.2): caches, and a caller that is kept while another request is handled. */

import { type OperationId, operationIds } from "../../../spec/contract.ts";
import type { RouteRequest } from "../../parts/route.ts";
import type { Caller } from "../../store/caller.ts";
import { combine, firstCaller, isWrite, replace, replaceRoute, replaceRoutes, withoutTenancy } from "../seams.ts";
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

const lists: readonly (OperationId | undefined)[] = ["listProducts", "listOrganizations"];

/** What is kept for a path and a coding is shown to whoever asks for that next; it is kept for a single answer. */
const cachedFor = (id: string, what: string, isCached: (coding: string) => boolean): Mutant =>
  defineMutant({
    id,
    clause: "auth.scope",
    fault: `Lists that are asked for ${what} are kept for the next request, whosever it is`,
    change: replace("responseWriter", ({ send }) => {
      const kept = new Map<string, unknown>();
      return {
        send(response, status, body, operation) {
          const { headers, originalUrl } = response.req;
          if (
            status !== 200 ||
            !lists.includes(operation) ||
            !isCached(String(headers["accept-encoding"] ?? "identity"))
          )
            return send(response, status, body, operation);
          const known = kept.get(originalUrl);
          if (known === undefined) kept.set(originalUrl, body);
          else kept.delete(originalUrl);
          send(response, status, known ?? body, operation);
        },
      };
    }),
  });

/** How long an answer is under way, in milliseconds, before another request gets one of its own. */
const inFlightMs = 5;

const reads = operationIds.filter((operation) => !isWrite(operation));

/** True of the third organization that calls, and of all later ones. */
function laterOrganizations(): (caller: Caller | undefined) => boolean {
  const known = new Set<string>();
  return (caller) => {
    if (caller !== undefined) known.add(caller.orgId);
    return caller !== undefined && [...known].indexOf(caller.orgId) >= 2;
  };
}

export default [
  defineMutant({
    id: "parallel-reads-coalesced",
    clause: "auth.scope",
    fault: "Reads of the same path that come while one is answered get its answer, whosever they are",
    change: (parts) => {
      const underWay = new Map<string, Promise<unknown>>();
      return replaceRoutes(reads, (route) => (request) => {
        const path = pathOf(request);
        const answer =
          underWay.get(path) ??
          new Promise((resolve) => setTimeout(resolve, inFlightMs))
            .then(() => route(request))
            .finally(() => underWay.delete(path));
        underWay.set(path, answer);
        return answer;
      })(parts);
    },
  }),
  cachedFor("cache-of-compressed-answers", "compressed", (coding) => coding !== "identity"),
  cachedFor("cache-of-plain-answers", "not compressed", (coding) => coding === "identity"),
  defineMutant({
    id: "later-organizations-list-the-first",
    clause: "auth.scope",
    fault: "From the third organization on, every organization's keys are shown the products of the first",
    change: (parts) => {
      const isLater = laterOrganizations();
      return replace("tenancy", (tenancy) => ({
        scope: (store, caller, resource) =>
          isLater(caller) && resource === "product"
            ? [firstCaller(store)?.orgId ?? caller.orgId]
            : tenancy.scope(store, caller, resource),
      }))(parts);
    },
  }),
  defineMutant({
    id: "later-organizations-read-all",
    clause: "auth.scope",
    fault: "From the third organization on, keys read what is below any organization's products",
    change: (parts) => {
      const isLater = laterOrganizations();
      return replaceRoutes(
        ["getProduct", "listFeatures", "listProblems", "listReleases"],
        (route) => (request) => route(isLater(request.caller) ? withoutTenancy(request) : request),
      )(parts);
    },
  }),
  answeredAgain("organizations-answered-again", "The list of organizations", "listOrganizations"),
  answeredAgain("status-answered-again", "The status of feedback", "getFeedbackStatus"),
  defineMutant({
    id: "cache-of-what-is-hot",
    clause: "auth.scope",
    fault: "Every 12th list of products comes from a cache, which holds the first that anybody was answered",
    change: replaceRoute("listProducts", (route) => {
      let count = 0;
      let known: unknown;
      return (request) => {
        count += 1;
        known ??= route(request);
        return count % 12 === 0 ? known : route(request);
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
