/** §2.2: references resolve: to what the own product's list shows, or another list that the same credential was shown. */
import { isObject, type JsonObject, listedItems, quoted } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import type { SequenceLaw } from "./sequence-law.ts";

/**
 * A list may be only a first page. It is complete where the same operation also returned a longer list, which is the result:
 * then a page has room for more than this list holds. A request with a query, in recorded traffic, may ask for a later page.
 */
function findLonger(list: Exchange, exchanges: readonly Exchange[]): Exchange | undefined {
  if (list.request.url.includes("?")) return undefined;
  const size = listedItems(list).length;
  return exchanges.find((other) => other.operation === list.operation && listedItems(other).length > size);
}

const objectsOf = (list: Exchange): readonly JsonObject[] => listedItems(list).filter(isObject);

type TargetsOf = (features: Exchange, exchanges: readonly Exchange[]) => Exchange | undefined;

const resolves =
  (field: "parentId" | "releaseId", targetsOf: TargetsOf): SequenceLaw["judge"] =>
  ({ exchanges }) => {
    let isJudged = false;
    for (const features of exchanges) {
      if (features.operation !== "listFeatures" || features.intent !== "valid") continue;
      const targets = targetsOf(features, exchanges);
      const longer = targets && findLonger(targets, exchanges);
      if (targets === undefined || longer === undefined) continue;
      const isShown = ({ operation, credential }: Exchange) =>
        operation === targets.operation && credential === features.credential;
      const known = new Set(
        exchanges
          .filter(isShown)
          .flatMap(objectsOf)
          .map(({ id }) => id),
      );
      const references = objectsOf(features).map((feature) => feature[field]);
      for (const reference of references.filter((value) => typeof value === "string")) {
        isJudged = true;
        if (known.has(reference)) continue;
        return fails({
          expected: `${field} to name an item that a list shows`,
          actual: `${quoted(reference)}, which no list holds`,
          exchanges: [...new Set([longer.index, targets.index, features.index])],
        });
      }
    }
    return isJudged ? holds : notApplicable;
  };

export const parentResolves: SequenceLaw = {
  id: "feature.parent-resolves",
  clause: "feature.parent",
  claim: "parentId names a feature",
  judge: resolves("parentId", (features) => features),
};

const productOf = (list: Exchange) => list.request.url.replace(/\/[^/]*$/, "");

export const releaseResolves: SequenceLaw = {
  id: "feature.release-resolves",
  clause: "feature.release",
  claim: "releaseId names a release",
  judge: resolves("releaseId", (features, exchanges) =>
    exchanges.find(
      (list) =>
        list.operation === "listReleases" &&
        list.isSuccess &&
        list.credential === features.credential &&
        productOf(list) === productOf(features),
    ),
  ),
};
