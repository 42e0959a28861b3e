/** The structural differences of two aligned normal forms. */
import { memberAt, type Tokens } from "../../../cli/json-pointer.ts";
import { isRecord } from "../../../spec/contract.ts";
import { isCircular, recursion, resolved } from "../document/circular.ts";
import { isEqual } from "../document/equality.ts";
import { getOrMake } from "../document/get-or-make.ts";
import { isKeyword } from "../document/normal-schema.ts";
import { type Origin, originAt, originOf } from "../document/origins.ts";
import { CircularDifferences } from "./circular-differences.ts";
import type { CircularLink, Difference, Pair, PairDifferences } from "./pair.ts";
import { everyPathSeparately, type PathRules } from "./path-rules.ts";
import { propertyAround } from "./wrapping.ts";

type IsCollection = (tokens: Tokens) => boolean;

/**
 * The smallest values that differ, in the order of the documents. Lists of schemas are compared member by member, other lists as a
 * whole. `isCollection`: members that only one document has are reported one by one. The differences to which circular nodes lead come
 * last, and once for all places that are in the same group of `rules`.
 */
export function differences(
  before: unknown,
  after: unknown,
  isCollection: IsCollection,
  rules: PathRules = everyPathSeparately,
): readonly Difference[] {
  const comparing = new Comparing(isCollection);
  const root: Pair = { before, after };
  const whole = comparing.insideOf(root, []);
  const groups = new Map<string, CircularLink[]>();
  for (const each of whole.links) getOrMake(groups, rules.groupOf(each.tokens), () => []).push(each);
  const behindNodes = new CircularDifferences(
    root,
    rules,
    (pair, start) => (pair.inside ??= comparing.insideOf(pair, start)),
  );
  for (const nodes of groups.values()) behindNodes.addGroup(nodes);
  return [...whole.differences, ...behindNodes.found];
}

class Comparing {
  readonly #isCollection: IsCollection;
  readonly #pairs = new Map<unknown, Map<unknown, Pair>>();

  constructor(isCollection: IsCollection) {
    this.#isCollection = isCollection;
  }

  /** Compares the pair. `start`: a place at which it is used. */
  insideOf(pair: Pair, start: Tokens): PairDifferences {
    const inside: PairDifferences = { differences: [], links: [] };
    const walk = (difference: Difference) => {
      const { tokens, before, after } = difference;
      if (isEqual(before, after)) return;
      if (isLink(difference)) this.#addLink(difference, pair, inside);
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
  #addLink({ tokens, before, after }: Difference, pair: Pair, { differences, links }: PairDifferences): void {
    const isContained =
      isCircular(before) !== isCircular(after) &&
      (isItsContainer(before, pair.before, tokens) || isItsContainer(after, pair.after, tokens));
    if (isContained) differences.push({ tokens: [...tokens, recursion], before, after });
    else links.push({ tokens, pair: this.#pairOf(resolved(before), resolved(after)) });
  }

  #pairOf(before: unknown, after: unknown): Pair {
    const byAfter = getOrMake(this.#pairs, before, () => new Map<unknown, Pair>());
    return getOrMake(byAfter, after, () => ({ before, after }));
  }
}

const isLink = ({ before, after }: Difference) =>
  before !== undefined && after !== undefined && (isCircular(before) || isCircular(after));

/** Whether the node at `tokens` below `root` leads back to a schema in which it is written. */
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
