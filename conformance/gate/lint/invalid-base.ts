/** A BASE that violates OpenAPI in ways that leave it readable: a change that repairs it is compared with it. */
import { parsePointer, valueAt } from "../../../cli/json-pointer.ts";
import { isRecord } from "../../../spec/contract.ts";
import type { Loaded } from "../document/load.ts";
import { withRepairedReferences } from "./dead-references.ts";
import { isDeadReference, isStructural, type Problem } from "./problems.ts";

export interface InvalidBase {
  /** The first violation, at its line, that is not a dead reference; one of these if there are no others. */
  readonly problem: Problem;
  /** References that name nothing, each at the first place that has it. */
  readonly dead: readonly Problem[];
  /** BASE without the keys that OpenAPI does not know, and with its references repaired; undefined if it cannot be compared. */
  readonly readable: Loaded | undefined;
}

/** What the linter says of a key that OpenAPI does not know. */
const unexpected = /^Property `.*` is not expected here/;

/** What the linter says of other violations without effect on the comparison: a missing text, and a version that is a number. */
const harmless = [
  /^The field `(description|title)` must be present/,
  /^Expected type `string` but got `(integer|number)`/,
];

/** Undefined if BASE is valid: the validator finds no violation. */
export function invalidBase(
  base: Loaded,
  head: Loaded,
  violated: readonly Problem[],
  linted: readonly Problem[],
): InvalidBase | undefined {
  const [violation] = violated;
  if (violation === undefined) return undefined;
  const dead = linted.filter(isDeadReference);
  const problems = linted.filter((each) => isStructural(each) && !isDeadReference(each));
  const isReadable = problems.every(({ message }) =>
    [unexpected, ...harmless].some((pattern) => pattern.test(message)),
  );
  const repaired = () => withRepairedReferences(withoutUnexpected(base, problems), head, dead);
  return {
    problem: problems[0] ?? dead[0] ?? violation,
    dead: dead.filter(({ message }, at) => dead.findIndex((other) => other.message === message) === at),
    readable: isReadable ? repaired() : undefined,
  };
}

function withoutUnexpected(base: Loaded, problems: readonly Problem[]): Loaded {
  const files = new Map([...base.files].map(([path, file]) => [path, { ...file, value: structuredClone(file.value) }]));
  for (const { place } of problems.filter(({ message }) => unexpected.test(message))) {
    const tokens = parsePointer(place.pointer);
    const holder = valueAt(files.get(place.file)?.value, tokens.slice(0, -1));
    if (isRecord(holder)) delete holder[String(tokens.at(-1))];
  }
  return { ...base, root: files.get(base.root.path) ?? base.root, files };
}
