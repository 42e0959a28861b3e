/** Over all lists of a run: references resolve within their product (§2.2), and accepted submissions have identifiers of their own. */

import { isObject, type JsonObject, listedItems, quoted } from "../model/body.ts";
import type { SequenceLaw } from "../model/check.ts";
import type { Exchange } from "../model/exchange.ts";
import { holds, notApplicable, type Verdict } from "../model/verdict.ts";

/**
 * A list may hold only a first page. It is whole where the same operation answered with a longer one, which this gives: then
 * its page has room for more than this list holds. What recorded traffic asked for with a query may be a later page, or a part.
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
      (one) =>
        one.operation === "listReleases" &&
        one.isSuccess &&
        one.credential === features.credential &&
        productOf(one) === productOf(features),
    ),
  ),
};

/** What a submission says, whatever else it carries; the whole body where it has no content. */
function contentOf({ request }: Exchange): string {
  try {
    const body: unknown = JSON.parse(request.body);
    return isObject(body) && body.content !== undefined ? JSON.stringify(body.content) : request.body;
  } catch {
    return request.body;
  }
}

/**
 * §2.12 and §4, rule 1: the identifier tells one submission from another. Within an organization, whose keys see only
 * their own; and of different content: a server may take what says the same, sent again, for the one that it has.
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
          expected: "a feedbackId of its own for each submission",
          actual: `${quoted(id)} twice`,
          exchanges: [before.index, exchange.index],
        };
      }
      seen.set(key, exchange);
    }
    return seen.size > 1 ? holds : notApplicable;
  },
};
