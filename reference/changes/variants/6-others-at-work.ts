/** A service that other users change during the run, so that two reads may differ (§1, §2). */

import { notFound, type Route, type RouteRequest, timestamp } from "../../parts/route.ts";
import type { Body } from "../../parts/serializers.ts";
import { seededId } from "../../seed/ids.ts";
import { allProblems } from "../../store/product-content.ts";
import { allProducts, findProduct } from "../../store/products.ts";
import { type Change, combine, replace } from "../seams/replace.ts";
import { changeResource } from "../seams/resources.ts";
import { replaceRoute } from "../seams/routes.ts";
import { defineVariant, type Variant } from "./variant.ts";

const busy = (of: Pick<Variant, "id" | "choice" | "change" | "strict" | "reason">): Variant =>
  defineVariant({ ...of, group: "others" });

/** Begins each list with another item than the previous list. */
const turned: Change = replace("serializers", ({ list, bareList }) => {
  let turn = 0;
  const inTurn = (items: readonly unknown[]) => {
    turn += 1;
    const at = items.length === 0 ? 0 : turn % items.length;
    return [...items.slice(at), ...items.slice(0, at)];
  };
  return { list: (items) => list(inTurn(items)), bareList: (items) => bareList(inTurn(items)) };
});

/** Makes updatedAt of a resource later with each read. */
const edited =
  (resource: "product" | "feature" | "problem" | "release" | "organization"): Change =>
  (parts) => {
    let reads = 0;
    return changeResource(resource, (body) => {
      reads += 1;
      return { ...body, updatedAt: new Date(Date.parse(String(body.updatedAt)) + reads * 1000).toISOString() };
    })(parts);
  };

function insertProblem(request: RouteRequest, productId: string, at: number): void {
  const now = timestamp(request);
  const text = { name: `Problem ${at}`, statement: "Someone has reported it.", statementFormat: "text" };
  const id = seededId("prb", productId, String(at));
  const row = { id, productId, slug: `problem-${at}`, ...text, status: "unreviewed", createdAt: now, updatedAt: now };
  request.store.insert("problems", row);
}

/** Each submission merges the first problem of its product into the last one. */
const merging: Change = (parts) => {
  /** The id of the remaining problem, by the id of the one that is no longer listed. */
  const merged = new Map<string, string>();
  const isListed = ({ id }: { readonly id: string }) => !merged.has(id);
  return combine(
    replaceRoute("submitFeedback", (route) => (request) => {
      const answer = route(request);
      const [first, ...others] = allProblems(request.store, Object(request.body).productId).filter(isListed);
      const last = others.at(-1);
      if (first !== undefined && last !== undefined) merged.set(first.id, last.id);
      return answer;
    }),
    replaceRoute("listProblems", (route) => (request) => {
      const { data } = Object(route(request));
      return { data: data.filter(isListed) };
    }),
    replaceRoute("getProblem", (route) => (request) => {
      const { problemId = "" } = request.params;
      return route({ ...request, params: { ...request.params, problemId: merged.get(problemId) ?? problemId } });
    }),
  )(parts);
};

export default [
  busy({ id: "lists-in-turn", choice: "A list begins with another item in each response", change: turned }),
  busy({
    id: "content-edited-meanwhile",
    choice: "updatedAt of every resource is later with each read, as if others edited it",
    change: combine(edited("product"), edited("feature"), edited("problem"), edited("release"), edited("organization")),
  }),
  busy({
    id: "feedback-becomes-a-problem",
    choice: "Every submission adds a problem to its product",
    change: replaceRoute("submitFeedback", (route) => {
      let count = 0;
      return (request) => {
        const answer = route(request);
        count += 1;
        // Another variant accepts a submission for an unknown product.
        const product = findProduct(request.store, [request.caller.orgId], Object(request.body).productId);
        if (product !== undefined) insertProblem(request, product.id, count);
        return answer;
      };
    }),
  }),
  busy({
    id: "feedback-merges-problems",
    choice:
      "Every submission merges two problems of its product; one id is no longer listed, and finds the other problem",
    change: merging,
  }),
  busy({
    id: "problems-reported-meanwhile",
    choice: "The list of problems has a new problem in each response, as if others reported it",
    change: replaceRoute("listProblems", (route) => {
      let count = 0;
      return (request) => {
        const [product] = allProducts(request.store, [request.caller.orgId]);
        count += 1;
        if (product !== undefined) insertProblem(request, product.id, count);
        return route(request);
      };
    }),
  }),
  busy({
    id: "organizations-approved-later",
    choice: "A new organization can be read and listed only after ten minutes",
    strict: false,
    reason: "implied: that the creator of an organization can read it; the document does not say when",
    change: replace("routes", (routes) => {
      const pending = new Map<string, number>();
      const isPending = (id: unknown, now: number) => now < (pending.get(String(id)) ?? 0) + 600_000;
      const guarded =
        (route: Route): Route =>
        (request) => {
          if (isPending(request.params.orgId, request.now)) throw notFound("organization");
          return route(request);
        };
      return {
        createOrganization: (request) => {
          const organization = routes.createOrganization(request);
          pending.set(String(Object(organization).id), request.now);
          return organization;
        },
        listOrganizations: (request) =>
          (routes.listOrganizations(request) as readonly Body[]).filter(({ id }) => !isPending(id, request.now)),
        getOrganization: guarded(routes.getOrganization),
        listMembers: guarded(routes.listMembers),
        inviteMember: guarded(routes.inviteMember),
      };
    }),
  }),
  busy({
    id: "profile-replicated",
    choice: "The profile shows an update only after a second",
    change: replace("routes", ({ getMe, updateMe, listMembers }) => {
      let updatedAt = 0;
      const before = new Map<string, unknown>();
      const replicated =
        (route: Route, name: string): Route =>
        (request) => {
          const key = JSON.stringify([name, request.caller.userId, request.params]);
          if (request.now >= updatedAt + 1000) before.set(key, route(request));
          return before.get(key) ?? route(request);
        };
      return {
        getMe: replicated(getMe, "getMe"),
        listMembers: replicated(listMembers, "listMembers"),
        updateMe: (request) => {
          updatedAt = request.now;
          return updateMe(request);
        },
      };
    }),
  }),
  busy({
    id: "sessions-of-twenty-seconds",
    choice: "A session ends twenty seconds after its first request",
    change: replace("credentials", ({ isExpired }) => {
      const since = new Map<string, number>();
      return {
        isExpired: (credential, now, operation) => {
          const { kind, userId } = credential.caller;
          const first = since.get(userId) ?? now;
          if (kind === "session") since.set(userId, first);
          return isExpired(credential, now, operation) || (kind === "session" && now - first > 20_000);
        },
      };
    }),
  }),
  busy({
    id: "sessions-of-ten-requests",
    choice: "A session ends with its tenth request",
    change: replace("credentials", ({ isExpired }) => {
      const counts = new Map<string, number>();
      return {
        isExpired: (credential, now, operation) => {
          const { kind, userId } = credential.caller;
          const count = (counts.get(userId) ?? 0) + 1;
          if (kind === "session") counts.set(userId, count);
          return isExpired(credential, now, operation) || (kind === "session" && count > 10);
        },
      };
    }),
  }),
];
