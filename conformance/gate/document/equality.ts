/** Whether two values of normal forms are the same. */
import { isCircular, resolved } from "./circular.ts";
import { getOrMake } from "./get-or-make.ts";
import { areSameNumber } from "./numbers.ts";

/** Whether both are the same JSON value, whatever the order of their keys. A circular node counts as what it stands for. */
export function isEqual(a: unknown, b: unknown): boolean {
  const needed: Values[] = [];
  return isEqualUnless(a, b, needed) && needed.every(([before, after]) => pairOf(before, after).isEqual);
}

/** The same, but a circular node is equal only to itself: what it stands for may not be known yet. */
export function isEqualSoFar(a: unknown, b: unknown): boolean {
  const needed: Values[] = [];
  return isEqualUnless(a, b, needed) && needed.length === 0;
}

type Values = readonly [unknown, unknown];

/** The values that were found equal, kept because the same nodes occur at many places. */
const equal = new WeakMap<object, WeakSet<object>>();

/** False if the two differ whatever their circular nodes stand for. Otherwise they are equal if all pairs are that this adds to `needed`. */
function isEqualUnless(a: unknown, b: unknown, needed: Values[]): boolean {
  if (a === b || areSameNumber(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (isCircular(a) || isCircular(b)) {
    needed.push([a, b]);
    return true;
  }
  if (equal.get(a)?.has(b)) return true;
  const before = needed.length;
  if (Array.isArray(a) !== Array.isArray(b) || !haveEqualMembers(a, b, needed)) return false;
  if (needed.length > before) return true;
  getOrMake(equal, a, () => new WeakSet()).add(b);
  return true;
}

function haveEqualMembers(a: object, b: object, needed: Values[]): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isEqualUnless(Reflect.get(a, key), Reflect.get(b, key), needed));
}

/** Two values of which one is the target of a circular node. */
interface Pair {
  readonly values: readonly [object, object];
  isEqual: boolean;
  /** The pairs that are unequal if this one is. */
  readonly dependents: Pair[];
}

const pairs = new WeakMap<object, WeakMap<object, Pair>>();
/** The pair of two values that need no further comparison. */
const decided = (isEqual: boolean): Pair => ({ values: [{}, {}], isEqual, dependents: [] });

/** Decides the pair of `a` and `b`: compares it and all pairs on which it depends. Each counts as equal until a difference is found. */
function pairOf(a: unknown, b: unknown): Pair {
  const found: Pair[] = [];
  const first = knownOrNew(a, b, found);
  const unequal: Pair[] = [];
  for (const pair of found) {
    const needed: Values[] = [];
    const others = isEqualUnless(...pair.values, needed)
      ? needed.map((values) => knownOrNew(...values, found))
      : [decided(false)];
    pair.isEqual = others.every((other) => other.isEqual);
    if (!pair.isEqual) unequal.push(pair);
    else for (const { dependents } of others) dependents.push(pair);
  }
  for (const { dependents } of unequal) {
    const changed = dependents.filter((pair) => pair.isEqual);
    for (const pair of changed) pair.isEqual = false;
    unequal.push(...changed);
  }
  return first;
}

/** The pair of `a` and `b`. If it is new, it is added to `found`, to be compared. */
function knownOrNew(a: unknown, b: unknown, found: Pair[]): Pair {
  const [before, after] = [resolved(a), resolved(b)];
  if (before === after) return decided(true);
  if (typeof before !== "object" || typeof after !== "object" || before === null || after === null)
    return decided(false);
  const byOther = getOrMake(pairs, before, () => new WeakMap<object, Pair>());
  const known = byOther.get(after);
  if (known !== undefined) return known;
  const pair: Pair = { values: [before, after], isEqual: true, dependents: [] };
  byOther.set(after, pair);
  found.push(pair);
  return pair;
}
