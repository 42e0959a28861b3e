/** A list that shows another organization's products leads to further failures: what it lists cannot be read, or is not there again. */
import { listItems } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";
import { pathOf } from "../../model/path-of.ts";
import { type DiagnosedFailure, symptomsOf } from "./diagnosed-failure.ts";

/** For a group of failures: the id of the failed check that found the list; undefined unless all are about foreign products, or what is below them, that the caller knows from it. */
export function foreignListBehind(
  all: readonly DiagnosedFailure[],
  exchanges: readonly Exchange[],
): (group: readonly DiagnosedFailure[]) => string | undefined {
  const operations = symptomsOf(all, "foreign-items").map(({ operation }) => operation);
  const source = all.find(({ symptom }) => symptom.kind === "foreign-items" && symptom.operation === "listProducts");
  if (source === undefined) return () => undefined;
  const shared = sharedItems(exchanges.filter(({ operation = "" }) => operations.includes(operation)));
  /** An item below which its organization is served is its own; for a submission, one with an accepted submission. */
  const isForeignTo = (id: string, { organization, operation }: Exchange) =>
    !exchanges
      .filter((each) => each.isSuccess && each.organization === organization)
      .some((each) => (operation === "submitFeedback" ? isFor(each, id) : isBelow(each, id)));
  const follows = ({ result, shown, symptom }: DiagnosedFailure) => {
    if (shown === undefined) return false;
    const foreign = shared.filter((id) => isForeignTo(id, shown));
    const isRejected = symptom.kind === "status" && [403, 404].includes(symptom.status);
    if (isRejected) return foreign.some((id) => isBelow(shown, id) || isFor(shown, id));
    const isOfList = symptom.kind === "other" && shown.operation === "listProducts";
    return isOfList && foreign.some((id) => `${result.expected} ${result.actual}`.includes(id));
  };
  return (group) => (group.every(follows) ? source.result.id : undefined);
}

const isBelow = (exchange: Exchange, id: string) => pathOf(exchange).split(/[/?]/).includes(encodeURIComponent(id));

const isFor = ({ operation, request }: Exchange, id: string) =>
  operation === "submitFeedback" && request.body.includes(JSON.stringify(id));

/** The identifiers that responses with lists showed to keys or sessions of two organizations. */
function sharedItems(responses: readonly Exchange[]): readonly string[] {
  const shownTo = new Map<string, Set<string>>();
  for (const response of responses) {
    const { organization } = response;
    if (organization === undefined) continue;
    for (const { id } of listItems(response)) shownTo.set(id, (shownTo.get(id) ?? new Set()).add(organization));
  }
  return [...shownTo].flatMap(([id, organizations]) => (organizations.size > 1 ? [id] : []));
}
