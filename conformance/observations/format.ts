/** Formats choices: values of the target, and operations grouped by their responses. */
import type { OperationId } from "../../spec/contract.ts";
import { quoted } from "../model/body.ts";

/** More distinct values are only counted. */
const maxValues = 40;

const isPlain = (text: string) => /^[\w.:/+-]{1,60}$/.test(text);

/** A value of the target: a plain word is unchanged, anything else is quoted and shortened. */
export const formatValue = (text: string) => (isPlain(text) ? text : quoted(text));

/** Each value once, in the order of first occurrence. */
export function distinct(values: readonly string[]): readonly string[] {
  const all = [...new Set(values)];
  const kept = all.slice(0, maxValues);
  return all.length > kept.length ? [...kept, `… and ${all.length - kept.length} more`] : kept;
}

/** More operations are only counted. */
const maxNamed = 4;

/** An operation and one of its responses. */
export interface OperationAnswer {
  readonly operation: OperationId;
  readonly answer: string;
}

/** Each response with its operations, the most common first: `200 listProducts, getMe`. */
export function operationsByAnswer(answers: readonly OperationAnswer[]): readonly string[] {
  return groupByAnswer(answers).map(([answer, operations]) => `${answer} ${operations.join(", ")}`);
}

/** As `operationsByAnswer`, on one line. More than four operations are only counted. */
export function summaryOf(answers: readonly OperationAnswer[]): string {
  return groupByAnswer(answers).map(describeGroup).join("; ");
}

/** As `summaryOf`, but the most common response is the rule, and the others are its exceptions, with names. */
export function ruleAndExceptions(answers: readonly OperationAnswer[]): string {
  const groups = groupByAnswer(answers);
  const hasRule = groups.length === 1 || (groups[0]?.[1].length ?? 0) > maxNamed;
  const [rule, ...others] = groups;
  if (rule === undefined || !hasRule) return groups.map(describeGroup).join("; ");
  const [answer, operations] = rule;
  // An operation with both responses is named with the rule, too. Otherwise it would seem to be an exception each time.
  const both = operations.filter((operation) => others.some(([, exceptions]) => exceptions.includes(operation)));
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
    .sort(([, a], [, b]) => b.length - a.length);
}
