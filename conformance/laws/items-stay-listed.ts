/**
 * §4: a list shows all items. No endpoint deletes items. So an item that is missing from a whole list and is in a later
 * one was left out by a cache, a replica, or a query that sometimes fails. A single item may have been deleted otherwise;
 * not all of a list during the run.
 */
import { isBareList, isWrappedList, listItems, quoted, rawListItems } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";
import { fails, holds, unjudged } from "../model/verdict.ts";
import type { SequenceLaw } from "./sequence-law.ts";
import { proofOfWhole } from "./whole-list.ts";

const readOnce =
  "no list with items was read before the first submission and twice after it (see answers.listProducts): add an API key that may read products to the target file";

/** A response with a list, and the identifiers of its items. */
interface Read {
  readonly list: Exchange;
  readonly ids: ReadonlySet<string>;
}

/** Without a query, which may ask for a part of the list. */
const isReadOfList = ({ operation, request, intent, isSuccess }: Exchange) =>
  isSuccess && intent === "valid" && !request.url.includes("?") && (isWrappedList(operation) || isBareList(operation));

/** The lists that each caller read at each path, in the order of the responses. */
function readsByCaller(exchanges: readonly Exchange[]): Iterable<readonly Read[]> {
  const reads = new Map<string, Read[]>();
  for (const list of exchanges.filter((each) => isReadOfList(each) && each.isJson())) {
    const items = listItems(list);
    if (items.length < rawListItems(list).length) continue;
    const key = `${list.credential} ${list.request.url}`;
    const ofCaller = reads.get(key) ?? [];
    ofCaller.push({ list, ids: new Set(items.map(({ id }) => id)) });
    reads.set(key, ofCaller);
  }
  return reads.values();
}

/** For each organization, the time of its first creation. After it, replicas may differ for a while. */
function firstCreations(exchanges: readonly Exchange[]): ReadonlyMap<string | undefined, number> {
  const times = new Map<string | undefined, number>();
  for (const { request, isSuccess, organization, sentAt } of exchanges) {
    if (!isSuccess || request.method !== "POST") continue;
    times.set(organization, Math.min(sentAt, times.get(organization) ?? sentAt));
  }
  return times;
}

/** Example: the first list shows `prd_2`, a later whole list does not, and a list after that does again. */
export const itemsStayListed: SequenceLaw = {
  id: "consistency.items-stay-listed",
  clause: "endpoint.stable-lists",
  claim: "No item vanishes from a list and comes back later, and a list of several items does not become empty",
  judge({ exchanges }) {
    const created = firstCreations(exchanges);
    let isJudged = false;
    for (const [first, ...later] of readsByCaller(exchanges)) {
      const createdAt = created.get(first?.list.organization) ?? Number.POSITIVE_INFINITY;
      if (first === undefined || first.list.receivedAt >= createdAt) continue;
      isJudged ||= first.ids.size > 0 && later.length > 1;
      const last = later.at(-1)?.list;
      const isDrained = last !== undefined && last.sentAt >= first.list.receivedAt && rawListItems(last).length === 0;
      if (first.ids.size > 1 && isDrained)
        return fails({
          expected: `the ${first.ids.size} items of GET ${pathOf(first.list)} before: no endpoint deletes any`,
          actual: "an empty list",
          exchanges: [first.list.index, last.index],
        });
      const gap = firstGap(first, later, exchanges);
      if (gap === undefined) continue;
      const { id, missing, again } = gap;
      return fails({
        expected: `${quoted(id)} in the list, as in one before it and one after it`,
        actual: `GET ${pathOf(missing)}: ${listItems(missing).length} items without it`,
        exchanges: [first.list.index, missing.index, again.index],
        shown: missing.index,
      });
    }
    return isJudged ? holds : unjudged("not-applicable", readOnce);
  },
};

/** A whole list without an item of the first list, and a later list with the item. Neither overlaps another in time. */
function firstGap(first: Read, later: readonly Read[], exchanges: readonly Exchange[]) {
  for (const id of first.ids) {
    for (const { list: missing } of later.filter(({ ids }) => !ids.has(id))) {
      const again = later.find(({ list, ids }) => ids.has(id) && list.sentAt >= missing.receivedAt)?.list;
      const isApart = again !== undefined && missing.sentAt >= first.list.receivedAt;
      if (isApart && proofOfWhole(missing, exchanges) !== undefined) return { id, missing, again };
    }
  }
  return undefined;
}
