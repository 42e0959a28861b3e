/** How choices are put into words: values of the target, and operations by what they were answered. */
import type { OperationId } from "../../spec/contract.ts";
import { quoted } from "../model/body.ts";

/** More distinct values than this are no set of values. */
const maxValues = 40;

const isPlain = (text: string) => /^[\w.:/+-]{1,60}$/.test(text);

/** A value of the target: as it is where it is one word, else quoted and cut. */
export const formatValue = (text: string) => (isPlain(text) ? text : quoted(text));

/** Each value once, in the order in which they were seen. */
export function distinct(values: readonly string[]): readonly string[] {
  const all = [...new Set(values)];
  const kept = all.slice(0, maxValues);
  return all.length > kept.length ? [...kept, `… and ${all.length - kept.length} more`] : kept;
}

/** How many operations are named before they are only counted. */
const maxNamed = 4;

/** One operation, and what it was answered. */
export interface OperationAnswer {
  readonly operation: OperationId;
  readonly answer: string;
}

/** The answers with the operations that gave them, the most common first: `200 listProducts, getMe`. */
export function operationsByAnswer(answers: readonly OperationAnswer[]): readonly string[] {
  return groupByAnswer(answers).map(([answer, operations]) => `${answer} ${operations.join(", ")}`);
}

/** The same on one line: more than a few operations are only counted. */
export function summaryOf(answers: readonly OperationAnswer[]): string {
  return groupByAnswer(answers).map(describeGroup).join("; ");
}

/** The same where what is most common is the rule: it stands without names, and the others with theirs. */
export function ruleAndExceptions(answers: readonly OperationAnswer[]): string {
  const groups = groupByAnswer(answers);
  const hasRule = groups.length === 1 || (groups[0]?.[1].length ?? 0) > maxNamed;
  const [rule, ...others] = groups;
  if (rule === undefined || !hasRule) return groups.map(describeGroup).join("; ");
  const [answer, operations] = rule;
  // Who is named as an exception and keeps the rule as well would seem to break it throughout.
  const both = operations.filter((one) => others.some(([, exceptions]) => exceptions.includes(one)));
  const head = both.length === 0 ? answer : `${answer} (${both.join(", ")} too)`;
  return [head, ...others.map(describeGroup)].join("; ");
}

function describeGroup([answer, operations]: Group): string {
  const isFew = operations.length <= maxNamed;
  return isFew ? `${answer} ${operations.join(", ")}` : `${answer} (${operations.length} operations)`;
}

type Group = readonly [answer: string, operations: readonly string[]];

function groupByAnswer(answers: readonly OperationAnswer[]): readonly Group[] {
  const groups = new Map<string, Set<string>>();
  for (const { operation, answer } of answers) groups.set(answer, (groups.get(answer) ?? new Set()).add(operation));
  return [...groups]
    .map(([answer, operations]) => [answer, [...operations]] as const)
    .sort(([, one], [, other]) => other.length - one.length);
}
