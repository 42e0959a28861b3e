/**
 * §4: what is read by an identifier has this identifier. `fpk check` has cases for the same clauses. A path may name an item otherwise, such as
 * by its slug, and two items may have been merged; so the traffic must show that it was an identifier when it was asked for.
 */
import type { OperationId } from "../../spec/contract.ts";
import type { SequenceLaw } from "../laws/sequence-law.ts";
import { listItems, quoted, stringIn } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import { identifierAskedFor } from "./identifier-asked-for.ts";

interface Reading {
  readonly id: string;
  readonly clause: string;
  readonly operation: OperationId;
  /** The field that holds the identifier. */
  readonly field: "id" | "feedbackId";
  readonly claim: string;
  /** The operation whose responses show that what was asked for is an identifier. */
  readonly provenBy: OperationId;
  /** The identifiers that a response of this operation shows. */
  readonly identifiersIn: (proof: Exchange) => readonly string[];
  /** Whether the response also shows that such an identifier was one when the exchange was sent. */
  readonly proves: (proof: Exchange, exchange: Exchange) => boolean;
}

/** A later list has the item. An earlier one does not prove that the item was still there. */
const detail = (operation: OperationId, listing: OperationId, what: string): Reading => ({
  id: `traffic.asked-for-${what}`,
  clause: `endpoint.${operation}`,
  operation,
  field: "id",
  claim: `A ${what} that is read by its identifier has this identifier`,
  provenBy: listing,
  identifiersIn: (list) => listItems(list).map(({ id }) => id),
  proves: (list, exchange) =>
    list.sentAt >= exchange.receivedAt &&
    (listing !== "listProblems" || pathOf(exchange).startsWith(`${pathOf(list).split("?")[0]}/`)),
});

const readings: readonly Reading[] = [
  detail("getProduct", "listProducts", "product"),
  detail("getProblem", "listProblems", "problem"),
  detail("getOrganization", "listOrganizations", "organization"),
  {
    id: "traffic.status-by-id",
    clause: "feedback.identifier",
    operation: "getFeedbackStatus",
    field: "feedbackId",
    claim: "A status that is read by the feedbackId of an acceptance has this feedbackId",
    provenBy: "submitFeedback",
    identifiersIn: (acceptance) =>
      acceptance.isSuccess ? [stringIn(acceptance, "feedbackId")].filter((id) => id !== undefined) : [],
    proves: (acceptance, exchange) => acceptance.receivedAt <= exchange.sentAt,
  },
];

/** Successes of the operation that show another identifier than the one in the path. */
const otherShown = ({ operation, field }: Reading, exchanges: readonly Exchange[]) =>
  exchanges.filter((exchange) => {
    if (exchange.operation !== operation || !exchange.isSuccess) return false;
    const [asked, shown] = [identifierAskedFor(exchange), stringIn(exchange, field)];
    return asked !== undefined && shown !== undefined && asked !== shown;
  });

/** Finds another exchange of the same credential that shows that what an exchange asked for was an identifier then. */
function proofsFor({ provenBy, identifiersIn, proves }: Reading, exchanges: readonly Exchange[]) {
  const keyOf = ({ credential }: Exchange, id: string) => JSON.stringify([credential, id]);
  const proofs = new Map<string, Exchange[]>();
  for (const proof of exchanges.filter(({ operation }) => operation === provenBy)) {
    for (const key of identifiersIn(proof).map((id) => keyOf(proof, id))) {
      const known = proofs.get(key);
      if (known === undefined) proofs.set(key, [proof]);
      else known.push(proof);
    }
  }
  return (exchange: Exchange) =>
    proofs.get(keyOf(exchange, identifierAskedFor(exchange) ?? ""))?.find((proof) => proves(proof, exchange));
}

/** The successes that show another identifier, each with what proves that the one in its path was an identifier; undefined if nothing does. */
function withProofs(reading: Reading, exchanges: readonly Exchange[]) {
  const others = otherShown(reading, exchanges);
  const proofOf = proofsFor(reading, others.length === 0 ? [] : exchanges);
  return others.map((exchange) => ({ exchange, proof: proofOf(exchange) }));
}

const lawOf = (reading: Reading): SequenceLaw => ({
  id: reading.id,
  clause: reading.clause,
  claim: reading.claim,
  judge({ exchanges }) {
    const others = withProofs(reading, exchanges);
    for (const { exchange, proof } of others) {
      if (proof === undefined) continue;
      return fails({
        expected: `${reading.field} ${quoted(identifierAskedFor(exchange) ?? "")}, which was asked for`,
        actual: `GET ${pathOf(exchange)}: ${reading.field} ${quoted(stringIn(exchange, reading.field) ?? "")}`,
        exchanges: [proof.index, exchange.index],
      });
    }
    if (others.length > 0) return notApplicable;
    const isRead = ({ operation, isSuccess }: Exchange) => operation === reading.operation && isSuccess;
    return exchanges.some(isRead) ? holds : notApplicable;
  },
});

export const askedForLaws: readonly SequenceLaw[] = readings.map(lawOf);

/** How many responses show another identifier than the path, where the traffic does not show what the path names. */
export const countUnprovenIdentifiers = (exchanges: readonly Exchange[]): number =>
  readings.flatMap((reading) => withProofs(reading, exchanges).filter(({ proof }) => proof === undefined)).length;
