/**
 * §1 and §4: each product has its own features, problems and releases. Two products may share some items, but if both
 * list the same several items, each list shows all products'. Contexts and actors have no createdAt (§2.5, §2.6) and
 * may be an organization's or the service's, so equal lists of them prove nothing.
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

const areSame = (a: readonly Listed[], b: readonly Listed[]) =>
  a.length > 1 && a.length === b.length && a.every((item) => b.some((other) => isSameItem(item, other)));

/** The first list of each product that a caller reads. Without requests with a query, which may ask for a part. */
function listsByCaller(exchanges: readonly Exchange[], operation: OperationId) {
  const lists = new Map<string, Map<string, Exchange>>();
  for (const exchange of exchanges) {
    const { credential, intent, request } = exchange;
    if (exchange.operation !== operation || intent !== "valid" || request.url.includes("?")) continue;
    const ofCaller = lists.get(credential) ?? new Map<string, Exchange>();
    if (!ofCaller.has(request.url) && listItems(exchange).length > 0) ofCaller.set(request.url, exchange);
    lists.set(credential, ofCaller);
  }
  return [...lists.values()].map((ofCaller) => [...ofCaller.values()]);
}

/** Two products may share some items by chance: those with common ids. Two others decide. */
function commonIdOf(items: readonly Listed[]): string | undefined {
  const common = items.filter(({ id }) => isCommonId(id));
  return items.length - common.length > 1 ? undefined : common[0]?.id;
}

/** Each list with the same items as an earlier list. `commonId`: one of its ids if they may be the same by chance. */
const repeatedIn = (lists: readonly Exchange[]) =>
  lists.flatMap((list, at) => {
    const earlier = lists.slice(0, at).find((other) => areSame(listItems(other), listItems(list)));
    if (earlier === undefined) return [];
    return [{ earlier, list, commonId: commonIdOf(listItems(list)) }];
  });

const mayBeNumberedByProduct = (id: string, what: string) =>
  `two products list the same ${what}, but each may use identifiers such as ${quoted(id)} for its own: look whether they are meant to be the same`;

/** The items may exist: a product's list was rejected. */
function rejectedListIn(exchanges: readonly Exchange[], operation: OperationId): Verdict | undefined {
  const lists = exchanges.filter(
    (each) => each.operation === operation && each.intent === "valid" && each.kind === "api-key",
  );
  // A key that no list is shown to may have no permission.
  const served = new Set(lists.flatMap(({ isSuccess, credential }) => (isSuccess ? [credential] : [])));
  const rejected = lists.find((each) => isRejectedList(each) && served.has(each.credential));
  return rejected && unjudged("not-applicable", rejectionOf(rejected));
}

const listDiffers = (operation: OperationId, what: string, name = `${what}-by-product`): SequenceLaw => ({
  id: `consistency.${name}`,
  clause: `endpoint.${name}`,
  claim: `Two products do not list the same ${what}`,
  skipReason: `needs answers that show ${what} of two products, and two ${what} of one of them: create what is missing, or let larger pages show it`,
  dependsOn: [operation],
  judge({ exchanges }) {
    const byCaller = listsByCaller(exchanges, operation);
    const repeated = byCaller.flatMap(repeatedIn);
    const proof = repeated.find(({ commonId }) => commonId === undefined);
    if (proof !== undefined) {
      const { earlier, list } = proof;
      return fails({
        expected: `${what} of its own for each product`,
        actual: `the same ${listItems(list).length} ${what} in ${pathOf(earlier)} and in ${pathOf(list)}`,
        exchanges: [earlier.index, list.index],
      });
    }
    const [undecided] = repeated.flatMap(({ commonId }) => commonId ?? []);
    if (undecided !== undefined) return unjudged("not-applicable", mayBeNumberedByProduct(undecided, what));
    const isJudged = byCaller.some((lists) => lists.length > 1 && lists.some((list) => listItems(list).length > 1));
    return isJudged ? holds : (rejectedListIn(exchanges, operation) ?? notApplicable);
  },
});

export const productListsDiffer: readonly SequenceLaw[] = [
  listDiffers("listFeatures", "features", "own-features"),
  listDiffers("listProblems", "problems"),
  listDiffers("listReleases", "releases"),
];
