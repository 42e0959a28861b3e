/**
 * §5.2: items that are listed for a key of one organization are not listed for another's, below any product. For
 * contexts and actors this is only implied: they have no createdAt (§2.5, §2.6), and may be the service's.
 */
import type { OperationId } from "../../spec/contract.ts";
import { type Listed, listItems, quoted } from "../model/body.ts";
import { isCommonId } from "../model/common-id.ts";
import type { Exchange } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";
import { isSameItem } from "../model/same-item.ts";
import { fails, holds, notApplicable, unjudged, type Verdict } from "../model/verdict.ts";
import { isRejectedList, rejectionOf } from "./rejected-list.ts";
import type { SequenceLaw } from "./sequence-law.ts";

const dated: readonly OperationId[] = ["listFeatures", "listProblems", "listReleases"];
const undated: readonly OperationId[] = ["listContexts", "listActors"];

/** No item of these operations is listed for keys of two organizations. */
const itemsDisjoint =
  (operations: readonly OperationId[], isJudged: (item: Listed) => boolean): SequenceLaw["judge"] =>
  ({ exchanges }) => {
    const lists = exchanges.filter(
      ({ kind, operation, organization }) =>
        kind === "api-key" && organization !== undefined && operation !== undefined && operations.includes(operation),
    );
    const shared = firstShared(lists, isJudged);
    if (shared !== undefined) {
      const { item, list, other } = shared;
      return fails({
        expected: `nothing that is listed for ${other.credential}, a key of another organization`,
        actual: `${quoted(item.id)} is in ${pathOf(list)} for ${list.credential}, and in ${sameOrOther(list, other)} for ${other.credential}`,
        exchanges: [other.index, list.index],
      });
    }
    const organizations = new Set(lists.filter(({ isSuccess }) => isSuccess).map(({ organization }) => organization));
    return organizations.size > 1 ? holds : whyNotJudged(lists, organizations);
  };

/** Says which list was rejected, if one was, of an organization that no list is shown to. */
function whyNotJudged(lists: readonly Exchange[], served: ReadonlySet<string | undefined>): Verdict {
  const rejected = lists.find((list) => isRejectedList(list) && !served.has(list.organization));
  if (rejected === undefined) return notApplicable;
  return unjudged("not-applicable", `needs lists of two organizations, but ${rejectionOf(rejected)}`);
}

const sameOrOther = (list: Exchange, other: Exchange) =>
  other.request.url === list.request.url ? "the same list" : pathOf(other);

/** The first item that was already listed for another organization; `other`: that earlier list. */
function firstShared(lists: readonly Exchange[], isJudged: (item: Listed) => boolean) {
  const listed = new Map<string, { readonly item: Listed; readonly list: Exchange }[]>();
  for (const list of lists) {
    for (const item of listItems(list).filter((each) => isJudged(each) && !isCommonId(each.id))) {
      const key = `${list.operation} ${item.id}`;
      const earlier = listed.get(key) ?? [];
      const first = earlier.find((other) => isSameItem(other.item, item));
      if (first === undefined) listed.set(key, [...earlier, { item, list }]);
      else if (first.list.organization !== list.organization) return { item, list, other: first.list };
    }
  }
  return undefined;
}

export const tenantItemsDisjoint: SequenceLaw = {
  id: "scope.items-disjoint",
  clause: "auth.scope",
  needs: { credential: "other-organization" },
  claim: "No feature, problem or release is listed for keys of two organizations",
  skipReason:
    "features, problems and releases were listed for one organization's key at most: create a product in a second organization",
  dependsOn: dated,
  judge: itemsDisjoint(dated, ({ fields }) => typeof fields.createdAt === "string"),
};

export const tenantContextsDisjoint: SequenceLaw = {
  id: "scope.contexts-disjoint",
  clause: "auth.lists-apart",
  needs: { credential: "other-organization" },
  claim: "No context or actor is listed for keys of two organizations, below whichever product",
  skipReason:
    "contexts and actors were listed for one organization's key at most: create a product in a second organization",
  dependsOn: undated,
  judge: itemsDisjoint(undated, ({ fields }) => typeof fields.name === "string"),
};
