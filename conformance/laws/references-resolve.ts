/** §2.2: references resolve. The document does not say that a parent or a release is of the same product: any that is listed will do. */
import type { OperationId } from "../../spec/contract.ts";
import { isObject, type JsonObject, listedItems, quoted } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { fails, holds, unjudged } from "../model/verdict.ts";
import type { SequenceLaw } from "./sequence-law.ts";

/** Pages of 1 and 2 items are made to try them, and all other sizes that are in use are multiples of 4 or 5. An empty list is no page. */
const mayBePage = (size: number) => size > 0 && (size < 3 || size % 4 === 0 || size % 5 === 0);

/**
 * What shows that a list is whole, and not a first page: another of the same operation that is longer, since then a page has room
 * for more than this list holds; else the list itself, by its size. A request with a query, in recorded traffic, may ask for a later page.
 */
function proofOfWhole(list: Exchange, exchanges: readonly Exchange[]): Exchange | undefined {
  if (list.request.url.includes("?")) return undefined;
  const size = listedItems(list).length;
  const longer = exchanges.find((other) => other.operation === list.operation && listedItems(other).length > size);
  return longer ?? (mayBePage(size) ? undefined : list);
}

const objectsOf = (list: Exchange): readonly JsonObject[] => listedItems(list).filter(isObject);

const productOf = (list: Exchange) => list.request.url.replace(/\/[^/]*$/, "");

/** That no list shows a reference is a fault only where its own list is whole. */
const resolves =
  (field: "parentId" | "releaseId", operation: OperationId): SequenceLaw["judge"] =>
  ({ exchanges }) => {
    let isResolved = false;
    let unread: string | undefined;
    let undecided: string | undefined;
    const allLists = exchanges.filter((list) => list.operation === operation && list.isSuccess);
    for (const features of exchanges) {
      if (features.operation !== "listFeatures" || features.intent !== "valid") continue;
      const lists = allLists.filter(({ credential }) => credential === features.credential);
      const own =
        operation === "listFeatures" ? features : lists.find((list) => productOf(list) === productOf(features));
      const whole = own && proofOfWhole(own, exchanges);
      const known = new Set(lists.flatMap(objectsOf).map(({ id }) => id));
      const references = objectsOf(features).map((feature) => feature[field]);
      for (const reference of references.filter((value) => typeof value === "string")) {
        if (known.has(reference)) isResolved = true;
        else if (own === undefined) unread = reference;
        else if (whole === undefined) undecided ??= `${field} ${quoted(reference)} ${mayBeOnOtherPage}`;
        else
          return fails({
            expected: `${field} to be the id of a ${field === "parentId" ? "feature" : "release"} in a list`,
            actual: `${field} ${quoted(reference)}, which is in no list`,
            exchanges: [...new Set([whole.index, own.index, features.index])],
          });
      }
    }
    if (undecided !== undefined) return unjudged("not-applicable", undecided);
    if (isResolved) return holds;
    const reason =
      unread === undefined
        ? `needs a feature with a ${field}: add one to a product`
        : `${field} ${quoted(unread)} was not looked for, since the lists of its product were not answered: see answers.${operation}`;
    return unjudged("not-applicable", reason);
  };

const mayBeOnOtherPage =
  "is in no list that was read, but these may be first pages: it is a fault only if no further page has it";

export const parentResolves: SequenceLaw = {
  id: "feature.parent-resolves",
  clause: "feature.parent",
  claim: "Every parentId is the id of a listed feature",
  fedBy: ["listFeatures"],
  judge: resolves("parentId", "listFeatures"),
};

export const releaseResolves: SequenceLaw = {
  id: "feature.release-resolves",
  clause: "feature.release",
  claim: "Every releaseId is the id of a listed release",
  fedBy: ["listFeatures", "listReleases"],
  judge: resolves("releaseId", "listReleases"),
};
