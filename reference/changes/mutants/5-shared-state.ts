/** Faults in state that requests share (§5.2): caches, and a variable with the caller. */

import { setImmediate, setTimeout } from "node:timers/promises";
import { type OperationId, operationIds } from "../../../spec/contract.ts";
import { HttpError } from "../../parts/http-error.ts";
import type { RouteRequest } from "../../parts/route.ts";
import type { Caller } from "../../store/caller.ts";
import { firstCaller } from "../seams/callers.ts";
import { combine, replace } from "../seams/replace.ts";
import { isWrite } from "../seams/responses.ts";
import { replaceRoute, replaceRoutes, withoutTenancy } from "../seams/routes.ts";
import { defineMutant, type Mutant, mutantsOf } from "./mutant.ts";

const pathOf = ({ operation, params }: RouteRequest) => JSON.stringify([operation, params]);

/** Gives the second of two consecutive requests to the same path the response to the first. */
const answeredAgain = (id: string, what: string, operation: OperationId): Mutant =>
  defineMutant({
    id,
    clause: "auth.scope",
    fault: `${what} is sent again to the next request to the same path, even of another organization`,
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

/** Keeps a list for the next request to the same path, whoever sends it. */
const cachedFor = (id: string, what: string, isCached: (coding: string) => boolean): Mutant =>
  defineMutant({
    id,
    clause: "auth.scope",
    fault: `Lists that are requested ${what} are kept and sent to the next caller, even of another organization`,
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

/**
 * The time that a read of a database takes, during which other requests arrive: 5 ms, and the turns of the event loop in
 * which this process reads what arrived while it was stopped for longer than that.
 */
async function queryTime(): Promise<void> {
  await setTimeout(5);
  for (let turn = 0; turn < 20; turn += 1) await setImmediate();
}

const reads = operationIds.filter((operation) => !isWrite(operation));

/** True of callers of the third organization that sends a request, and of later ones. */
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
    fault: "Concurrent reads of the same path get the same response, even by different organizations",
    change: (parts) => {
      const underWay = new Map<string, Promise<unknown>>();
      return replaceRoutes(reads, (route) => (request) => {
        const path = pathOf(request);
        const answer =
          underWay.get(path) ??
          queryTime()
            .then(() => route(request))
            .finally(() => underWay.delete(path));
        underWay.set(path, answer);
        return answer;
      })(parts);
    },
  }),
  cachedFor("cache-of-compressed-answers", "compressed", (coding) => coding !== "identity"),
  cachedFor("cache-of-plain-answers", "not compressed", (coding) => coding === "identity"),
  ...mutantsOf("auth.scope", {
    "later-organizations-list-the-first": {
      fault: "Keys of the third and later organizations list the products of the first organization",
      change: (parts) => {
        const isLater = laterOrganizations();
        return replace("tenancy", (tenancy) => ({
          scope: (store, caller, resource) =>
            isLater(caller) && resource === "product"
              ? [firstCaller(store)?.orgId ?? caller.orgId]
              : tenancy.scope(store, caller, resource),
        }))(parts);
      },
    },
    "later-organizations-read-all": {
      fault:
        "Keys of the third and later organizations read any organization's products, with their features, problems and releases",
      change: (parts) => {
        const isLater = laterOrganizations();
        return replaceRoutes(
          ["getProduct", "listFeatures", "listProblems", "listReleases"],
          (route) => (request) => route(isLater(request.caller) ? withoutTenancy(request) : request),
        )(parts);
      },
    },
  }),
  ...mutantsOf("auth.all-products", {
    "unknown-cached-by-path": {
      fault: "After a 404 to one caller, the path is answered 404 to every caller",
      change: (parts) => {
        const unknown = new Set<string>();
        return replaceRoutes(reads, (route) => (request) => {
          if (unknown.has(pathOf(request))) throw new HttpError("notFound", "There is nothing here.");
          try {
            return route(request);
          } catch (error) {
            if (error instanceof HttpError && error.kind === "notFound") unknown.add(pathOf(request));
            throw error;
          }
        })(parts);
      },
    },
  }),
  defineMutant({
    id: "feedback-numbers-in-one-table",
    clause: "auth.scope",
    fault:
      "Each organization numbers its feedback from 1, and all numbers are kept in one table, which every key reads",
    change: (parts) => {
      const table = new Map<string, string>();
      const counts = new Map<string, number>();
      return combine(
        replaceRoute("submitFeedback", (route) => (request) => {
          const acceptance = route(request) as { feedbackId: string };
          const { orgId } = request.caller;
          counts.set(orgId, (counts.get(orgId) ?? 0) + 1);
          const feedbackId = `FB-${counts.get(orgId)}`;
          table.set(feedbackId, acceptance.feedbackId);
          return { ...acceptance, feedbackId };
        }),
        replaceRoute("getFeedbackStatus", (route) => (request) => {
          const feedbackId = request.params.feedbackId ?? "";
          const params = { feedbackId: table.get(feedbackId) ?? "" };
          return { ...(route(withoutTenancy({ ...request, params })) as object), feedbackId };
        }),
      )(parts);
    },
  }),
  answeredAgain("organizations-answered-again", "The list of organizations", "listOrganizations"),
  answeredAgain("status-answered-again", "The status of feedback", "getFeedbackStatus"),
  ...mutantsOf("auth.scope", {
    "profile-kept-until-an-update": {
      fault: "The profile is kept for all callers until one of them updates a profile",
      change: (parts) => {
        let kept: unknown;
        return combine(
          replaceRoute("getMe", (route) => async (request) => {
            kept ??= await route(request);
            return kept;
          }),
          replaceRoute("updateMe", (route) => (request) => {
            kept = undefined;
            return route(request);
          }),
        )(parts);
      },
    },
    "cache-of-what-is-hot": {
      fault: "Every 12th list of products is that of the caller who first listed products",
      change: replaceRoute("listProducts", (route) => {
        let count = 0;
        let known: unknown;
        return (request) => {
          count += 1;
          known ??= route(request);
          return count % 12 === 0 ? known : route(request);
        };
      }),
    },
    "caller-of-the-last-request": {
      fault: "Concurrent requests are answered as if the last of them had sent all",
      change: (parts) => {
        let current: Caller | undefined;
        return replaceRoutes(operationIds, (route) => async (request) => {
          current = request.caller;
          await queryTime();
          return route({ ...request, caller: current });
        })(parts);
      },
    },
    "key-answered-as-the-session-beside-it": {
      fault: "A key's read is answered as the session's if a session's read arrives while it is under way",
      change: (parts) => {
        let session: Caller | undefined;
        return replaceRoutes(reads, (route) => async (request) => {
          if (request.caller.kind === "session") {
            session = request.caller;
            return route(request);
          }
          session = undefined;
          await queryTime();
          return route({ ...request, caller: session ?? request.caller });
        })(parts);
      },
    },
  }),
] satisfies readonly Mutant[];
