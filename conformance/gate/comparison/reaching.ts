/** The differences inside the pairs of schemas to which circular nodes lead, group by group. */
import type { Tokens } from "../../../cli/json-pointer.ts";
import { getOrMake } from "../document/get-or-make.ts";
import type { Difference, Further, Inside, Pair } from "./pair.ts";
import type { Ways } from "./ways.ts";

/** `from`: the pair in which it was found. */
interface Reached extends Further {
  readonly from: Reached | undefined;
}

function tokensOf(reached: Reached): Tokens {
  const parts: Tokens[] = [];
  for (let at: Reached | undefined = reached; at !== undefined; at = at.from) parts.push(at.tokens);
  return parts.reverse().flat();
}

/** What groups of one kind have in common. */
interface Kind {
  readonly pairs: Map<Pair, Shared>;
  readonly changing: Map<Further, boolean>;
}

/** `alsoFrom`: the groups that reach the pair after the first. `others`: differences that each of them has for itself. */
interface Shared {
  readonly alsoFrom: Tokens[];
  readonly others: readonly Difference[];
}

export class Reaching {
  readonly found: Difference[] = [];
  readonly #root: Pair;
  readonly #ways: Ways;
  readonly #insideOf: (pair: Pair, start: Tokens) => Inside;
  readonly #kinds = new Map<string, Kind>();

  constructor(root: Pair, ways: Ways, insideOf: (pair: Pair, start: Tokens) => Inside) {
    this.#root = root;
    this.#ways = ways;
    this.#insideOf = insideOf;
  }

  /** Adds those of a group, whose nodes these are: the nearest first, and those last to which every way changes what they mean. */
  addGroup(nodes: readonly Further[]): void {
    const [{ tokens: start } = { tokens: [] }] = nodes;
    const kind = getOrMake(this.#kinds, this.#ways.kindOf(start), () => ({ pairs: new Map(), changing: new Map() }));
    const reached = new Set<Pair>();
    const changed: Reached[] = [];
    const queue: Reached[] = [];
    const reach = (next: Reached, to = queue) => {
      if (reached.has(next.pair)) return;
      reached.add(next.pair);
      to.push(next);
    };
    const go = (further: readonly Further[], holder: Pair, from?: Reached) => {
      for (const each of further) {
        const next = { tokens: each.tokens, pair: each.pair, from };
        if (getOrMake(kind.changing, each, () => this.#ways.changesMeaning(holder, each.tokens, start)))
          changed.push(next);
        else reach(next);
      }
    };
    go(nodes, this.#root);
    for (const at of queue) {
      go(this.#inside(at).further, at.pair, at);
      this.#addShared(at, kind, start);
    }
    const last: Reached[] = [];
    for (const next of changed) reach(next, last);
    for (const at of last) {
      const { differences, further } = this.#inside(at);
      this.#add(differences, at);
      for (const each of further) reach({ tokens: each.tokens, pair: each.pair, from: at }, last);
    }
  }

  #inside = (at: Reached): Inside => at.pair.inside ?? this.#insideOf(at.pair, tokensOf(at));

  #add(differences: readonly Difference[], at: Reached, alsoFrom?: readonly Tokens[]): void {
    if (differences.length === 0) return;
    const around = tokensOf(at);
    for (const each of differences)
      this.found.push({ ...each, tokens: [...around, ...each.tokens], ...(alsoFrom && { alsoFrom }) });
  }

  /** A difference that is the same wherever the pair is used is added for the first group, which gets the others. */
  #addShared(at: Reached, { pairs }: Kind, start: Tokens): void {
    const known = pairs.get(at.pair);
    if (known !== undefined) {
      known.alsoFrom.push(start);
      this.#add(known.others, at);
      return;
    }
    const { differences } = this.#inside(at);
    const isShared = ({ tokens }: Difference) => tokens.length > 0 && this.#ways.isDescribedAlone(at.pair, tokens);
    const shared: Shared = { alsoFrom: [], others: differences.filter((each) => !isShared(each)) };
    pairs.set(at.pair, shared);
    this.#add(differences.filter(isShared), at, shared.alsoFrom);
    this.#add(shared.others, at);
  }
}
