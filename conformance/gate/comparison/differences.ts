/** The structural differences of two aligned normal forms. */
import { memberAt, type Tokens } from "../../../cli/json-pointer.ts";
import { isRecord } from "../../../spec/contract.ts";
import { isCircular, recursion, resolved } from "../document/circular.ts";
import { isEqual } from "../document/equality.ts";
import { getOrMake } from "../document/get-or-make.ts";
import { isKeyword } from "../document/normal-schema.ts";
import { type Origin, originAt, originOf } from "../document/origins.ts";
import type { Difference, Further, Inside, Pair } from "./pair.ts";
import { Reaching } from "./reaching.ts";
import { everyWayAlone, type Ways } from "./ways.ts";
import { propertyAround } from "./wrapping.ts";

type IsCollection = (tokens: Tokens) => boolean;

/**
 * The smallest values that differ, in the order of the documents. Lists of schemas are compared member by member, other lists as a
 * whole. `isCollection`: members that only one document has are reported one by one. What circular nodes lead to comes last, and
 * once for all places that are in the same group of `ways`.
 */
export function differences(
  before: unknown,
  after: unknown,
  isCollection: IsCollection,
  ways: Ways = everyWayAlone,
): readonly Difference[] {
  const comparing = new Comparing(isCollection);
  const root: Pair = { before, after };
  const whole = comparing.insideOf(root, []);
  const groups = new Map<string, Further[]>();
  for (const each of whole.further) getOrMake(groups, ways.groupOf(each.tokens), () => []).push(each);
  const reaching = new Reaching(root, ways, (pair, start) => (pair.inside ??= comparing.insideOf(pair, start)));
  for (const starts of groups.values()) reaching.addGroup(starts);
  return [...whole.differences, ...reaching.found];
}

class Comparing {
  readonly #isCollection: IsCollection;
  readonly #pairs = new Map<unknown, Map<unknown, Pair>>();

  constructor(isCollection: IsCollection) {
    this.#isCollection = isCollection;
  }

  /** `start`: a place of the pair. */
  insideOf(pair: Pair, start: Tokens): Inside {
    const inside: Inside = { differences: [], further: [] };
    const walk = (difference: Difference) => {
      const { tokens, before, after } = difference;
      if (isEqual(before, after)) return;
      if (leadsFurther(difference)) this.#lead(difference, pair, inside);
      else if (!this.#isDivisible(difference, start)) inside.differences.push(difference);
      else
        for (const key of new Set([...keysOf(before, tokens), ...keysOf(after, tokens)]))
          walk({ tokens: [...tokens, key], before: memberAt(before, key), after: memberAt(after, key) });
    };
    walk({ ...pair, tokens: [] });
    return inside;
  }

  #isDivisible({ tokens, before, after }: Difference, start: Tokens): boolean {
    if (before !== undefined && after !== undefined)
      return [before, after].every((value) => hasMembers(value, tokens)) && !isWrapped({ before, after });
    return keysOf(before ?? after, tokens).length > 0 && this.#isCollection([...start, ...tokens]);
  }

  /** A value that becomes the schema in which it is written, or the other way round, is a difference; otherwise the targets are compared. */
  #lead({ tokens, before, after }: Difference, pair: Pair, { differences, further }: Inside): void {
    const isContained =
      isCircular(before) !== isCircular(after) &&
      (isItsContainer(before, pair.before, tokens) || isItsContainer(after, pair.after, tokens));
    if (isContained) differences.push({ tokens: [...tokens, recursion], before, after });
    else further.push({ tokens, pair: this.#pairOf(resolved(before), resolved(after)) });
  }

  #pairOf(before: unknown, after: unknown): Pair {
    const byAfter = getOrMake(this.#pairs, before, () => new Map<unknown, Pair>());
    return getOrMake(byAfter, after, () => ({ before, after }));
  }
}

const leadsFurther = ({ before, after }: Difference) =>
  before !== undefined && after !== undefined && (isCircular(before) || isCircular(after));

/** The node at `tokens` below `root` leads back to a schema in which it is written. */
function isItsContainer(node: unknown, root: unknown, tokens: Tokens): boolean {
  if (!isCircular(node)) return false;
  const container = originOf(resolved(node));
  const place = originAt(root, tokens.slice(0, -1));
  return container !== undefined && place !== undefined && isBelow(place, container);
}

const isBelow = (origin: Origin, { file, tokens }: Origin) =>
  origin.file === file && tokens.every((token, at) => origin.tokens[at] === token);

const isWrapped = ({ before, after }: Pick<Difference, "before" | "after">) =>
  (propertyAround(before, after) ?? propertyAround(after, before)) !== undefined;

const hasMembers = (value: unknown, tokens: Tokens): value is object =>
  isRecord(value) || (Array.isArray(value) && isKeyword("list", tokens.at(-1) ?? ""));

const keysOf = (value: unknown, tokens: Tokens): readonly string[] =>
  hasMembers(value, tokens) ? Object.keys(value) : [];
