/** Choices of what organizations or products share (§1, §5.2), and of how tokens are compared (§5.8). */
import { HttpError } from "../../parts/http-error.ts";
import { allMembers, type MemberRow } from "../../store/members.ts";
import { allOrganizations } from "../../store/organizations.ts";
import { allFeatures } from "../../store/product-content.ts";
import { allProducts } from "../../store/products.ts";
import { serveUnauthenticated } from "../seams/callers.ts";
import { combine, replace } from "../seams/replace.ts";
import { changeItems, replaceRoute } from "../seams/routes.ts";
import { defineVariant, type Variant, variantsOf } from "./variant.ts";

/** Ignores the context and the actor of a submission if `isLeftOut` is true of their ids. */
const leavingOut = (isLeftOut: (id: unknown) => boolean) =>
  replaceRoute("submitFeedback", (route) => (request) => {
    const isReference = (name: string) => name === "contextId" || name === "actorId";
    const kept = Object.entries(Object(request.body)).filter(([name, id]) => !isReference(name) || !isLeftOut(id));
    return route({ ...request, body: Object.fromEntries(kept) });
  });

/** Adds a context and an actor of the service to the beginning of every list. */
const builtIn = (contextId: string, actorId: string) => {
  const context = { id: contextId, name: "Support call", description: "A call with the service's own support." };
  const actor = { id: actorId, name: "Anybody", description: "Where nobody was named." };
  return combine(
    changeItems("listContexts", (items) => [context, ...items]),
    changeItems("listActors", (items) => [actor, ...items]),
    leavingOut((id) => id === contextId || id === actorId),
  );
};

const day = 86_400_000; // ms

/** Adds members to the list: those that `shown` returns for the members of all other organizations. */
const withMembers = (
  id: string,
  choice: string,
  shown: (others: readonly MemberRow[]) => readonly MemberRow[],
): Variant =>
  defineVariant({
    id,
    choice,
    group: "foreign",
    change: replaceRoute("listMembers", (route) => (request) => {
      const list: unknown = route(request);
      const { store, caller, parts } = request;
      const known = allMembers(store, caller.orgId).map(({ userId }) => userId);
      const everybody = allOrganizations(store, "everything").flatMap((organization) =>
        allMembers(store, organization.id),
      );
      const isFirst = ({ userId }: MemberRow, at: number) =>
        everybody.findIndex((member) => member.userId === userId) === at;
      const others = everybody.filter(isFirst).filter(({ userId }) => !known.includes(userId));
      return [...(Array.isArray(list) ? list : []), ...shown(others).map(parts.serializers.member)];
    }),
  });

export default [
  // What they add is not cut where lists hold only their first items, so they are not combined with that.
  ...variantsOf("lists", {
    "contexts-built-in": {
      choice: "Every product, even an unknown one, also lists a context and an actor that all organizations share",
      strict: false,
      reason:
        "implied: that a context belongs to one organization, and that an unknown identifier is an error; the document says neither",
      change: combine(
        replace("tenancy", ({ outOfScope }) => ({
          outOfScope: (resource, exists) =>
            resource === "context" || resource === "actor" ? "empty" : outOfScope(resource, exists),
        })),
        builtIn("ctx_5e2f9a7714c0b3d8e6", "act_91b7e04d2c6a8f3351"),
      ),
    },
    "contexts-built-in-by-name": {
      choice: "Every product also lists a context and an actor that all organizations share, with words as their ids",
      excludes: ["ids", "foreign"], // with an empty list for a foreign product it is "contexts-built-in", which is not strict
      change: builtIn("support-call", "anybody"),
    },
  }),
  defineVariant({
    id: "features-shared",
    choice: "Features of the first product without a parent and a release are also listed for the other products",
    group: "lists",
    excludes: ["foreign"],
    change: changeItems("listFeatures", (items, { store, caller, parts }) => {
      const [first, second] = allProducts(store, [caller.orgId]);
      const rows = first === undefined || second === undefined ? [] : allFeatures(store, first.id);
      const free = rows.filter(({ parentId, releaseId }) => parentId === null && releaseId === null);
      const shown = JSON.stringify(items);
      const more = free.filter(({ id }) => !shown.includes(id)).map(parts.serializers.feature);
      return [...items, ...more];
    }),
  }),
  withMembers("one-team-of-all", "All users are members of every organization, each since a different day", (others) =>
    others.map((member, at) => ({
      ...member,
      joinedAt: new Date(Date.parse(member.joinedAt) + (others.length + at) * day).toISOString(),
    })),
  ),
  defineVariant({
    id: "one-team-at-once",
    choice: "All users are members of every organization since the same moment",
    group: "foreign",
    change: replaceRoute("listMembers", (route) => (request) => {
      route(request);
      const { store, parts } = request;
      const everybody = allOrganizations(store, "everything").flatMap(({ id }) => allMembers(store, id));
      const isFirst = ({ userId }: MemberRow, at: number) =>
        everybody.findIndex((member) => member.userId === userId) === at;
      const shown = everybody.filter(isFirst).map((member) => ({ ...member, joinedAt: "2025-11-03T06:00:00.000Z" }));
      return parts.serializers.bareList(shown.map(parts.serializers.member));
    }),
  }),
  ...variantsOf("submissions", {
    "references-checked-later": {
      choice: "A submission is accepted with any contextId and actorId, which are checked later in the queue",
      change: leavingOut(() => true),
    },
    "feedback-switched-off": {
      choice: "Feedback is switched off for the second product: a submission is answered 409",
      change: replaceRoute("submitFeedback", (route) => (request) => {
        const [, second] = allProducts(request.store, [request.caller.orgId]);
        if (Object(request.body).productId !== second?.id) return route(request);
        throw new HttpError("conflict", "This product takes no feedback at the moment.");
      }),
    },
  }),
  defineVariant({
    id: "tokens-without-case",
    choice: "Tokens are compared without regard to case",
    group: "tokens",
    change: replace("credentials", ({ hash }) => ({ hash: (token) => hash(token.toLowerCase()) })),
  }),
  defineVariant({
    id: "unknown-token-echoed",
    choice: "The error body of a 401 repeats the unknown token",
    group: "errors",
    change: (parts) =>
      serveUnauthenticated((_store, { expired }, header) => {
        const token = expired === undefined ? parts.credentials.tokenOf(header) : undefined;
        if (token !== undefined) throw new HttpError("unauthenticated", `${token} opens nothing here.`);
        return undefined;
      })(parts),
  }),
] satisfies readonly Variant[];
