/** §7: the kinds of error that a run causes on purpose, and the operations on which each can be caused. */
import * as fc from "fast-check";
import type { Operation, OperationId } from "../../spec/contract.ts";

interface Rule {
  isPossibleOn(operation: Operation): boolean;
  /** On how many operations a run causes it. */
  readonly perRun: number;
  /** If all requests count against one organization: on how many operations, and the case that sends fewer requests. */
  readonly withOneBudget?: { readonly perRun: number; readonly sentBy: string };
}

const takesBody = ({ requestBody }: Operation) => requestBody !== undefined;
const isRead = ({ method }: Operation) => method === "GET";
const takesId = ({ parameters }: Operation) => parameters.length > 0;
/** A read without identifiers: of a list, or of something of the caller. */
const readsOwn = (operation: Operation) => isRead(operation) && !takesId(operation);
const readsById = (operation: Operation) => isRead(operation) && takesId(operation);
const isOnly =
  (...ids: readonly OperationId[]) =>
  ({ id }: Operation) =>
    ids.includes(id);

const rules = {
  "a body that is not JSON": {
    isPossibleOn: takesBody,
    perRun: 2,
    withOneBudget: { perRun: 1, sentBy: "error.malformed-json" },
  },
  "JSON of another type": {
    isPossibleOn: takesBody,
    perRun: 4,
    withOneBudget: { perRun: 1, sentBy: "error.other-bodies" },
  },
  "a field of another type": { isPossibleOn: takesBody, perRun: 4 },
  "another media type": { isPossibleOn: takesBody, perRun: 1 },
  "no media type": { isPossibleOn: takesBody, perRun: 1 },
  "an oversized body": { isPossibleOn: takesBody, perRun: 1 },
  "a repeated creation or invitation": { isPossibleOn: isOnly("createOrganization", "inviteMember"), perRun: 2 },
  "an unknown identifier": {
    isPossibleOn: readsById,
    perRun: 10,
    withOneBudget: { perRun: 3, sentBy: "error.unknown-ids" },
  },
  "an unusual identifier": {
    isPossibleOn: readsById,
    perRun: 9,
    withOneBudget: { perRun: 4, sentBy: "error.odd-identifiers" },
  },
  "an identifier of another kind": { isPossibleOn: readsById, perRun: 1 },
  "a malformed path": { isPossibleOn: readsById, perRun: 1 },
  "an unknown path": { isPossibleOn: readsOwn, perRun: 1 },
  "another format asked for": { isPossibleOn: readsOwn, perRun: 1 },
  "no credentials, in another format": { isPossibleOn: readsOwn, perRun: 1 },
  "an error in another format": { isPossibleOn: readsById, perRun: 1 },
  // The last kind. Two, so that it covers the operation for which no other kind was chosen.
  "another method": { isPossibleOn: () => true, perRun: 2 },
} satisfies Readonly<Record<string, Rule>>;

export type ErrorKind = keyof typeof rules;

/** By the id of each case that sends fewer requests if all count against one organization (`withOneBudget`): how many fewer. */
export const savedWithOneBudget: Readonly<Record<string, number>> = Object.fromEntries(
  Object.values<Rule>(rules).flatMap(({ perRun, withOneBudget }) =>
    withOneBudget === undefined ? [] : [[withOneBudget.sentBy, perRun - withOneBudget.perRun]],
  ),
);

export const errorKinds = Object.keys(rules) as readonly ErrorKind[];

/** The operations on which an error of the kind can be caused, in the contract's order. */
export function operationsOf(kind: ErrorKind, operations: readonly Operation[]): readonly OperationId[] {
  return operations.filter(rules[kind].isPossibleOn).map(({ id }) => id);
}

/** The conditions on which the choice of operations depends. */
interface Choice {
  readonly operations: readonly Operation[];
  readonly seed: number;
  readonly hasOneBudget: boolean;
}

/** The operations on which a run causes this kind of error. The kinds together cover every operation. */
export function chosenOperations(choice: Choice, kind: ErrorKind): readonly OperationId[] {
  const { operations, seed, hasOneBudget } = choice;
  if (
    lastChoice === undefined ||
    lastChoice.operations !== operations ||
    lastChoice.seed !== seed ||
    lastChoice.hasOneBudget !== hasOneBudget
  )
    lastChoice = { operations, seed, hasOneBudget, chosen: allChosen(choice) };
  return lastChoice.chosen.get(kind) ?? [];
}

/** What was chosen last: every case of a run asks for the same. */
let lastChoice: (Choice & { readonly chosen: ReturnType<typeof allChosen> }) | undefined;

/** Each kind takes first the operations that no earlier kind has, in an order that depends on the seed. */
function allChosen({ operations, seed, hasOneBudget }: Choice): ReadonlyMap<ErrorKind, readonly OperationId[]> {
  const covered = new Set<OperationId>();
  return new Map(
    errorKinds.map((kind, at) => {
      const shuffled = shuffle(operationsOf(kind, operations), seed + at);
      const ordered = [...shuffled.filter((id) => !covered.has(id)), ...shuffled.filter((id) => covered.has(id))];
      const { perRun, withOneBudget }: Rule = rules[kind];
      const chosen = ordered.slice(0, (hasOneBudget ? withOneBudget?.perRun : undefined) ?? perRun);
      for (const id of chosen) covered.add(id);
      return [kind, chosen];
    }),
  );
}

function shuffle<T>(items: readonly T[], seed: number): readonly T[] {
  const orders = fc.shuffledSubarray([...items], { minLength: items.length });
  return fc.sample(orders, { seed, numRuns: 1 })[0] ?? items;
}

/** A kind of error that was caused on an operation. */
export interface CausedError {
  readonly kind: ErrorKind;
  readonly operation: OperationId;
}

/** For each kind: the operations on which a run caused it, and those on which it could have caused it. */
export function summarize(caused: readonly CausedError[], operations: readonly Operation[]) {
  return errorKinds.map((kind) => {
    const on = new Set(caused.filter((error) => error.kind === kind).map(({ operation }) => operation));
    const possible = operationsOf(kind, operations);
    return {
      kind,
      operations: possible.filter((id) => on.has(id)),
      others: possible.filter((id) => !on.has(id)),
    };
  });
}
