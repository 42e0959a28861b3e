/** A server that looks up only a part of an id or token (a problem without its product, a token's start) fails checks of several clauses. */
import type { Exchange } from "../../model/exchange.ts";
import { type DiagnosedFailure, symptomsOf } from "./diagnosed-failure.ts";

/** For a group of failures: the id of the failed check in which the same lookup accepts an id or a token that is not the caller's. */
export function looseLookupBehind(
  all: readonly DiagnosedFailure[],
  exchanges: readonly Exchange[],
): (group: readonly DiagnosedFailure[]) => string | undefined {
  const strayProblem = all.find(
    ({ result, proof }) => result.id === "consistency.own-problems" && proof.some(isServedProblem),
  );
  const partOfToken = all.find(({ result, shown }) => result.id === "auth.unknown-token" && shown?.isSuccess === true);
  const kindOfIssued = partOfToken?.shown && kindOfPart(partOfToken.shown, exchanges);
  const behind = (found: DiagnosedFailure): string | undefined => {
    const { result, shown } = found;
    // A problem that is found by its id alone, whatever the product, is found below another organization's product, too.
    if (symptomsOf([found], "foreign-id").some(({ operation }) => operation === "getProblem"))
      return strayProblem?.result.id;
    const isTakenForOther = result.id === "auth.denied-caller" && shown?.isSuccess && shown.kind === kindOfIssued;
    return isTakenForOther ? partOfToken?.result.id : undefined;
  };
  return (group) => {
    const [first, ...others] = new Set(group.map(behind));
    return others.length === 0 ? first : undefined;
  };
}

const isServedProblem = ({ operation, isSuccess }: Exchange) => operation === "getProblem" && isSuccess;

/**
 * The kind of the credential of whose token a part was sent: `${SESSION:0:10}fpk0`. Undefined for a whole token with more behind it: that is
 * taken for no other one.
 */
function kindOfPart({ credential }: Exchange, exchanges: readonly Exchange[]): Exchange["kind"] | undefined {
  const label = /\$\{(\w+):/.exec(credential)?.[1];
  return exchanges.find((each) => each.credential === label)?.kind;
}
