/** A contract that violates OpenAPI in ways that leave it readable: it is compared all the same. */
import { parsePointer, valueAt } from "../../../cli/json-pointer.ts";
import { isRecord } from "../../../spec/contract.ts";
import type { Loaded } from "../document/load.ts";
import { withRepairedReferences } from "./dead-references.ts";
import { editedCopy } from "./edited-copy.ts";
import { isDeadReference, isNumericVersion, isStructural, type Problem, violatesOpenApi } from "./problems.ts";

/** What the linter says of a key that OpenAPI does not know. */
const unexpected = /^Property `.*` is not expected here/;

/** What the linter says of other violations without effect on the comparison: a missing text, and a version that is a number. */
const harmless = [
  /^The field `(description|title)` must be present/,
  /^Expected type `string` but got `(integer|number)`/,
];

/** What the linter says of a list or an object that is something else, whose content the comparison does not see. */
const hiding = /^Expected type `.*` \((array|object)\) but got/;

const isReadable = ({ message }: Problem) => [unexpected, ...harmless].some((pattern) => pattern.test(message));

export interface ReadableContract {
  /** Without the keys that OpenAPI does not know, and with its references repaired, if it violates OpenAPI. */
  readonly contract: Loaded;
  /** References that name nothing, and that the other contract repairs; each at the first place that has it. */
  readonly dead: readonly Problem[];
  /** The first violation that the other contract does not have. */
  readonly violation: Problem | undefined;
  /** The first of these because of which it cannot be compared. */
  readonly unreadable: Problem | undefined;
}

/**
 * `folder` has the contract's files; `linted` is what the linter found, `own` what of it the other contract does not have. `head`: the
 * contract that repairs references of this one.
 */
export async function toReadable(
  contract: Loaded,
  folder: string,
  linted: readonly Problem[],
  own: readonly Problem[],
  head?: Loaded,
): Promise<ReadableContract> {
  const numeric = own.find(isNumericVersion);
  if (!(await violatesOpenApi(contract, folder, linted)))
    return { contract, dead: [], violation: numeric, unreadable: undefined };
  const dead = head === undefined ? [] : own.filter(isDeadReference);
  const structural = own.filter((problem) => isStructural(problem) && !dead.includes(problem));
  const known = withoutUnexpected(contract, linted.filter(isStructural));
  return {
    contract: head === undefined ? known : withRepairedReferences(known, head, dead),
    dead: dead.filter(({ message }, at) => dead.findIndex((other) => other.message === message) === at),
    violation: numeric ?? structural[0],
    unreadable: structural.find((problem) => !isReadable(problem)),
  };
}

const withoutUnexpected = (contract: Loaded, problems: readonly Problem[]): Loaded =>
  editedCopy(contract, (files) => {
    for (const { place } of problems.filter(({ message }) => unexpected.test(message))) {
      const tokens = parsePointer(place.pointer);
      const holder = valueAt(files.get(place.file)?.value, tokens.slice(0, -1));
      if (isRecord(holder)) delete holder[String(tokens.at(-1))];
    }
  });

/** A warning for each violation that both contracts have, and that may hide a change. */
export const mayHide = (linted: readonly Problem[], own: readonly Problem[]): readonly Problem[] =>
  linted
    .filter((problem) => isStructural(problem) && hiding.test(problem.message) && !own.includes(problem))
    .map((problem) => ({
      ...problem,
      severity: "warning",
      message: `${problem.message}, as in BASE; what is written there may not be compared`,
    }));
