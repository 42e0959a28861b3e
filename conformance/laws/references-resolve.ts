/**
 * §2.2: a feature's parentId and releaseId are ids of a feature and a release. The document does not say of which
 * product.
 */
import type { OperationId } from "../../spec/contract.ts";
import { isObject, type JsonObject, quoted, rawListItems, rawListItemsIfAny } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { fails, holds, unjudged, type Verdict } from "../model/verdict.ts";
import type { SequenceLaw } from "./sequence-law.ts";
import { proofOfWhole } from "./whole-list.ts";

const objectsOf = (list: Exchange): readonly JsonObject[] => rawListItems(list).filter(isObject);

const productOf = (list: Exchange) => list.request.url.replace(/\/[^/]*$/, "");

const isOfSameOrganization = (one: Exchange, other: Exchange) =>
  one.credential === other.credential || (one.organization !== undefined && one.organization === other.organization);

type Field = "parentId" | "releaseId";

const needsReference = (field: Field) =>
  `needs a feature with a ${field}: add one to a product, or let a larger page show it; where features have none, no action is needed`;

const resolves =
  (field: Field, operation: OperationId): SequenceLaw["judge"] =>
  ({ exchanges }) => {
    const verdicts = exchanges
      .filter((features) => features.operation === "listFeatures" && features.intent === "valid")
      .flatMap((features) => verdictsOn(features, field, operation, exchanges));
    const features = exchanges.filter(({ operation }) => operation === "listFeatures").flatMap(objectsOf);
    const isLeftOut = features.length > 0 && features.every((feature) => !(field in feature));
    const none = isLeftOut ? `no feature has the field ${field}: see feature.all-fields` : needsReference(field);
    const [unlisted] = verdicts.flatMap((each) => (each.verdict === "skip" ? [each.reason] : []));
    return (
      verdicts.find(({ verdict }) => verdict === "fail") ??
      verdicts.find(({ verdict }) => verdict === "not-applicable") ??
      verdicts.find(({ verdict }) => verdict === "pass") ??
      unjudged("not-applicable", unlisted ?? none)
    );
  };

/**
 * A verdict for each reference in a list of features: `not-applicable` if the lists may continue, `skip` if they were
 * not answered, or have another shape. An item that no list shows is missing only if the list of the features' own product is whole and the
 * lists of all other products were read.
 */
function verdictsOn(
  features: Exchange,
  field: Field,
  operation: OperationId,
  exchanges: readonly Exchange[],
): readonly Verdict[] {
  const lists = exchanges.filter(
    (list) =>
      list.operation === operation && rawListItemsIfAny(list) !== undefined && isOfSameOrganization(list, features),
  );
  const own = operation === "listFeatures" ? features : lists.find((list) => productOf(list) === productOf(features));
  const whole = own && proofOfWhole(own, exchanges);
  const known = new Set(lists.flatMap(objectsOf).map(({ id }) => id));
  const references = objectsOf(features).map((feature) => feature[field]);
  return references
    .filter((reference) => typeof reference === "string")
    .map((reference) => {
      const named = `${field} ${quoted(reference)}`;
      if (known.has(reference))
        return (own && whole && leftOutAtFirst({ reference, named, own, whole }, features, lists)) ?? holds;
      if (own === undefined)
        return unjudged("skip", `${named} ${notLookedFor}: see answers.${operation} and resource.lists-wrapped`);
      if (whole === undefined) return unjudged("not-applicable", `${named} ${mayBeOnOtherPage}`);
      if (unreadProducts(features, lists, exchanges).length > 0)
        return unjudged("not-applicable", `${named} ${mayBeOfOtherProduct}`);
      return fails({
        expected: `${field} to be the id of a ${field === "parentId" ? "feature" : "release"} in a list`,
        actual: `${named}, which is in no list`,
        exchanges: [...new Set([whole.index, own.index, features.index])],
      });
    });
}

interface LookedFor {
  readonly reference: string;
  readonly named: string;
  readonly own: Exchange;
  readonly whole: Exchange;
}

/**
 * Fails if only later reads of the same list show the item. Undefined if the list was read before the feature that refers to the item, which
 * may have been created meanwhile.
 */
function leftOutAtFirst(
  { reference, named, own, whole }: LookedFor,
  features: Exchange,
  lists: readonly Exchange[],
): Verdict | undefined {
  const holders = lists.filter((list) => objectsOf(list).some(({ id }) => id === reference));
  const isLaterRead = (list: Exchange) =>
    list.request.url === own.request.url && list.credential === own.credential && list.sentAt >= own.receivedAt;
  const [later] = holders;
  const wasCreatedBefore = own === features || own.sentAt >= features.receivedAt;
  if (later === undefined || !wasCreatedBefore || !holders.every(isLaterRead)) return undefined;
  return fails({
    expected: `${quoted(reference)} in the list, as in a later read of it (exchange ${later.index})`,
    actual: `a list without it, though ${named} was shown: does the list leave out items at times?`,
    exchanges: [...new Set([whole, features, own, later].map(({ index }) => index))],
    shown: own.index,
  });
}

const notLookedFor = "was not looked for, since no list of its product was read";

const mayBeOnOtherPage =
  "is in no list that was read, but these may be first pages: it is a fault only if no further page has it";

const mayBeOfOtherProduct =
  "is in no list that was read, but not those of all products were: it is a fault only if no other product has it";

/** Products in the sender's list whose own lists are not in `lists`. */
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

/** A list that leaves an item out for once fails both: before they blame a reference, the list is read again. */
export const referenceLaws: readonly SequenceLaw[] = [parentResolves, releaseResolves];
