/** How choices are put into words: values of the target, and operations by what they were answered. */
import type { OperationId } from "../../spec/contract.ts";
import { quoted } from "../model/body.ts";

/** More distinct values than this are no set of values. */
const mostValues = 40;

const isPlain = (text: string) => /^[\w.:/+-]{1,60}$/.test(text);

/** A value of the target: as it is where it is one word, else quoted and cut. */
export const valued = (text: string) => (isPlain(text) ? text : quoted(text));

/** Each value once, in the order in which they were seen. */
export function distinct(values: readonly string[]): readonly string[] {
  const all = [...new Set(values)];
  const kept = all.slice(0, mostValues);
  return all.length > kept.length ? [...kept, `… and ${all.length - kept.length} more`] : kept;
}

/** How many operations are named before they are only counted. */
const mostNamed = 4;

/** One operation, and what it was answered. */
export interface Answered {
  readonly operation: OperationId;
  readonly answer: string;
}

/** The answers with the operations that gave them, the most common first: `200 listProducts, getMe`. */
export function byAnswer(answered: readonly Answered[]): readonly string[] {
  return grouped(answered).map(([answer, operations]) => `${answer} ${operations.join(", ")}`);
}

/** The same on one line: more than a few operations are only counted. */
export function folded(answered: readonly Answered[]): string {
  return grouped(answered).map(namedFew).join("; ");
}

/** The same where what is most common is the rule: it stands without names, and the others with theirs. */
export function ruleOf(answered: readonly Answered[]): string {
  const groups = grouped(answered);
  const hasRule = groups.length === 1 || (groups[0]?.[1].length ?? 0) > mostNamed;
  const [rule, ...others] = groups;
  if (rule === undefined || !hasRule) return groups.map(namedFew).join("; ");
  const [answer, operations] = rule;
  // Who is named as an exception and keeps the rule as well would seem to break it throughout.
  const both = operations.filter((one) => others.some(([, exceptions]) => exceptions.includes(one)));
  const told = both.length === 0 ? answer : `${answer} (${both.join(", ")} too)`;
  return [told, ...others.map(namedFew)].join("; ");
}

function namedFew([answer, operations]: Group): string {
  const isFew = operations.length <= mostNamed;
  return isFew ? `${answer} ${operations.join(", ")}` : `${answer} (${operations.length} operations)`;
}

type Group = readonly [answer: string, operations: readonly string[]];

function grouped(answered: readonly Answered[]): readonly Group[] {
  const groups = new Map<string, Set<string>>();
  for (const { operation, answer } of answered) groups.set(answer, (groups.get(answer) ?? new Set()).add(operation));
  return [...groups]
    .map(([answer, operations]) => [answer, [...operations]] as const)
    .sort(([, one], [, other]) => other.length - one.length);
}
