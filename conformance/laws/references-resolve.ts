/** §2.2: a feature's parentId and releaseId are ids of a feature and a release. The document does not say of which product: any will do. */
import type { OperationId } from "../../spec/contract.ts";
import { isObject, type JsonObject, listedItems, quoted } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { fails, holds, unjudged } from "../model/verdict.ts";
import type { SequenceLaw } from "./sequence-law.ts";
import { proofOfWhole } from "./whole-list.ts";

const objectsOf = (list: Exchange): readonly JsonObject[] => listedItems(list).filter(isObject);

const productOf = (list: Exchange) => list.request.url.replace(/\/[^/]*$/, "");

const isOfSameOrganization = (one: Exchange, other: Exchange) =>
  one.credential === other.credential || (one.organization !== undefined && one.organization === other.organization);

/** What the lists of a run show of one reference. `no-list`: they were not answered. `undecided`: they may go on. */
type Resolution =
  | { readonly outcome: "listed" }
  | { readonly outcome: "no-list"; readonly reason: string }
  | { readonly outcome: "undecided"; readonly reason: string }
  | { readonly outcome: "missing"; readonly proof: readonly Exchange[]; readonly reference: string };

const resolves =
  (field: "parentId" | "releaseId", operation: OperationId): SequenceLaw["judge"] =>
  ({ exchanges }) => {
    const resolutions = exchanges
      .filter((features) => features.operation === "listFeatures" && features.intent === "valid")
      .flatMap((features) => resolutionsOf(features, field, operation, exchanges));
    const missing = resolutions.find((each) => each.outcome === "missing");
    if (missing !== undefined)
      return fails({
        expected: `${field} to be the id of a ${field === "parentId" ? "feature" : "release"} in a list`,
        actual: `${field} ${quoted(missing.reference)}, which is in no list`,
        exchanges: [...new Set(missing.proof.map(({ index }) => index))],
      });
    const undecided = resolutions.find((each) => each.outcome === "undecided");
    if (undecided !== undefined) return unjudged("not-applicable", undecided.reason);
    if (resolutions.some(({ outcome }) => outcome === "listed")) return holds;
    const unlisted = resolutions.find((each) => each.outcome === "no-list");
    return unjudged("not-applicable", unlisted?.reason ?? `needs a feature with a ${field}: add one to a product`);
  };

/**
 * One for each reference in a list of features. What no list shows is missing only if the list of the features' product
 * is whole, and those of all other products were read.
 */
function resolutionsOf(
  features: Exchange,
  field: "parentId" | "releaseId",
  operation: OperationId,
  exchanges: readonly Exchange[],
): readonly Resolution[] {
  const lists = exchanges.filter(
    (list) => list.operation === operation && list.isSuccess && isOfSameOrganization(list, features),
  );
  const own = operation === "listFeatures" ? features : lists.find((list) => productOf(list) === productOf(features));
  const whole = own && proofOfWhole(own, exchanges);
  const known = new Set(lists.flatMap(objectsOf).map(({ id }) => id));
  const references = objectsOf(features).map((feature) => feature[field]);
  return references
    .filter((reference) => typeof reference === "string")
    .map((reference) => {
      if (known.has(reference)) return { outcome: "listed" };
      const named = `${field} ${quoted(reference)}`;
      if (own === undefined)
        return {
          outcome: "no-list",
          reason: `${named} was not looked for, since the lists of its product were not answered: see answers.${operation}`,
        };
      if (whole === undefined) return { outcome: "undecided", reason: `${named} ${mayBeOnOtherPage}` };
      if (unreadProducts(features, lists, exchanges).length > 0)
        return { outcome: "undecided", reason: `${named} ${mayBeOfOtherProduct}` };
      return { outcome: "missing", proof: [whole, own, features], reference };
    });
}

const mayBeOnOtherPage =
  "is in no list that was read, but these may be first pages: it is a fault only if no further page has it";

const mayBeOfOtherProduct =
  "is in no list that was read, but not those of all products were: it is a fault only if no other product has it";

/** Products that the sender's list shows, and whose lists are not among `lists`. */
function unreadProducts(
  sender: Exchange,
  lists: readonly Exchange[],
  exchanges: readonly Exchange[],
): readonly unknown[] {
  const shown = exchanges.filter(
    ({ operation, credential }) => operation === "listProducts" && credential === sender.credential,
  );
  const read = lists.map(productIdOf);
  return shown.flatMap(objectsOf).filter(({ id }) => typeof id === "string" && !read.includes(id));
}

function productIdOf(list: Exchange): string {
  const encoded = productOf(list).replace(/^.*\//, "");
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

export const parentResolves: SequenceLaw = {
  id: "feature.parent-resolves",
  clause: "feature.parent",
  claim: "Every parentId is the id of a listed feature",
  dependsOn: ["listFeatures"],
  judge: resolves("parentId", "listFeatures"),
};

export const releaseResolves: SequenceLaw = {
  id: "feature.release-resolves",
  clause: "feature.release",
  claim: "Every releaseId is the id of a listed release",
  dependsOn: ["listFeatures", "listReleases"],
  judge: resolves("releaseId", "listReleases"),
};
