/** A list that shows another organization's products leads to further failures: what it lists cannot be read, or is not there again. */
import { listedOf } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { Found } from "./describe.ts";

/** Gives for a group the id of the failed check that found the list, if all of it are about the list or what two organizations are shown. */
export function foreignListBehind(
  all: readonly Found[],
  exchanges: readonly Exchange[],
): (group: readonly Found[]) => string | undefined {
  const source = all.find(({ symptom }) => symptom.kind === "foreign-items" && symptom.operation === "listProducts");
  if (source === undefined) return () => undefined;
  const shared = sharedProducts(exchanges);
  const isAboutShared = ({ shown, symptom }: Found) =>
    shown !== undefined &&
    mayFollow(symptom) &&
    (shown.operation === "listProducts" ||
      shared.some((id) => shown.request.url.includes(`/${encodeURIComponent(id)}`) || shown.request.body.includes(id)));
  return (group) => (!group.includes(source) && group.every(isAboutShared) ? source.result.id : undefined);
}

/** Not what a response has wrong by itself, such as a field or a header. */
const mayFollow = (symptom: Found["symptom"]) =>
  ["foreign-id", "foreign-items", "other"].includes(symptom.kind) ||
  (symptom.kind === "status" && [403, 404].includes(symptom.status));

/** The identifiers of products that lists showed to keys or sessions of two organizations. */
function sharedProducts(exchanges: readonly Exchange[]): readonly string[] {
  const shownTo = new Map<string, Set<string>>();
  for (const exchange of exchanges) {
    const { operation, organization } = exchange;
    if (operation !== "listProducts" || organization === undefined) continue;
    for (const { id } of listedOf(exchange)) shownTo.set(id, (shownTo.get(id) ?? new Set()).add(organization));
  }
  return [...shownTo].flatMap(([id, organizations]) => (organizations.size > 1 ? [id] : []));
}
