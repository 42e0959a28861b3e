/** Over all lists of a run: references resolve within their product (§2.2), and no two accepted submissions share an identifier. */

import { isObject, type JsonObject, listedItems, quoted } from "../model/body.ts";
import type { SequenceLaw } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { holds, notApplicable, type Verdict } from "../model/verdict.ts";

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

const productOf = (list: Exchange) => list.request.url.replace(/\/[^/]*$/, "");

function resolves(
  field: "parentId" | "releaseId",
  targetsOf: (features: Exchange, exchanges: readonly Exchange[]) => Exchange | undefined,
): SequenceLaw["judge"] {
  return (exchanges): Verdict => {
    let isJudged = false;
    for (const features of exchanges.filter(
      ({ operation, intent }) => operation === "listFeatures" && intent === "valid",
    )) {
      const targets = targetsOf(features, exchanges);
      const longer = targets === undefined ? undefined : findLonger(targets, exchanges);
      if (targets === undefined || longer === undefined) continue;
      const known = new Set(objectsOf(targets).map(({ id }) => id));
      for (const feature of objectsOf(features)) {
        const reference = feature[field];
        if (typeof reference !== "string") continue;
        isJudged = true;
        if (known.has(reference)) continue;
        return {
          verdict: "fail",
          expected: `${field} to name an item of the same product`,
          actual: `${quoted(reference)}, which its list does not hold`,
          exchanges: [...new Set([longer.index, targets.index, features.index])],
        };
      }
    }
    return isJudged ? holds : notApplicable;
  };
}

export const parentResolves: SequenceLaw = {
  id: "feature.parent-resolves",
  clause: "feature.parent",
  claim: "parentId names a feature of the same product",
  judge: resolves("parentId", (features) => features),
};

export const releaseResolves: SequenceLaw = {
  id: "feature.release-resolves",
  clause: "feature.release",
  claim: "releaseId names a release of the same product",
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

/** The `content` of a submission; the whole body where it has none. */
function contentOf({ request }: Exchange): string {
  try {
    const body: unknown = JSON.parse(request.body);
    return isObject(body) && body.content !== undefined ? JSON.stringify(body.content) : request.body;
  } catch {
    return request.body;
  }
}

/**
 * §2.12 and §4, rule 1: the identifier distinguishes submissions of one organization. Only submissions of different content
 * are compared: a server may recognize a repeated submission as the one that it already has.
 */
export const uniqueFeedbackIds: SequenceLaw = {
  id: "feedback.unique-ids",
  clause: "feedback.unique",
  claim: "No two accepted submissions of an organization share a feedbackId",
  judge(exchanges) {
    const seen = new Map<string, Exchange>();
    for (const exchange of exchanges) {
      if (exchange.operation !== "submitFeedback" || !exchange.isSuccess) continue;
      const body = exchange.json();
      const id = isObject(body) ? body.feedbackId : undefined;
      if (typeof id !== "string") continue;
      const key = JSON.stringify([exchange.organization ?? exchange.credential, id]);
      const before = seen.get(key);
      if (before !== undefined && contentOf(before) !== contentOf(exchange)) {
        return {
          verdict: "fail",
          expected: "a different feedbackId for each submission",
          actual: `${quoted(id)} twice`,
          exchanges: [before.index, exchange.index],
        };
      }
      seen.set(key, exchange);
    }
    return seen.size > 1 ? holds : notApplicable;
  },
};
