/** The structural differences of two aligned normal forms. */
import { type Tokens, valueAt } from "../../../cli/json-pointer.ts";
import { isRecord } from "../../../spec/contract.ts";
import { isEqual } from "../document/json.ts";
import { isKeyword } from "../document/normal-schema.ts";

interface Difference {
  readonly tokens: Tokens;
  /** The values in BASE and in HEAD; undefined if there is none. */
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * The smallest values that differ, in the order of the documents. Lists of schemas are compared member by member, other lists as a
 * whole. `isCollection`: members that only one document has are reported one by one.
 */
export function differences(
  before: unknown,
  after: unknown,
  isCollection: (tokens: Tokens) => boolean,
  tokens: Tokens = [],
): readonly Difference[] {
  if (isEqual(before, after)) return [];
  const keys = [...new Set([...keysOf(before, tokens), ...keysOf(after, tokens)])];
  const isOneSided = before === undefined || after === undefined;
  const isDivisible = isOneSided
    ? keys.length > 0 && isCollection(tokens)
    : [before, after].every((value) => hasMembers(value, tokens));
  if (!isDivisible) return [{ tokens, before, after }];
  return keys.flatMap((key) =>
    differences(valueAt(before, [key]), valueAt(after, [key]), isCollection, [...tokens, key]),
  );
}

const hasMembers = (value: unknown, tokens: Tokens): value is object =>
  isRecord(value) || (Array.isArray(value) && isKeyword("list", tokens.at(-1) ?? ""));

const keysOf = (value: unknown, tokens: Tokens): readonly string[] =>
  hasMembers(value, tokens) ? Object.keys(value) : [];
