/** The differences inside the pairs of schemas to which circular nodes lead, group by group. */
import type { Tokens } from "../../../cli/json-pointer.ts";
import { getOrMake } from "../document/get-or-make.ts";
import type { CircularLink, Difference, Pair, PairDifferences } from "./pair.ts";
import type { PathRules } from "./path-rules.ts";

/** A pair that was reached. `from`: the pair that holds the circular node; undefined for a node in the root. */
interface Reached extends CircularLink {
  readonly from: Reached | undefined;
}

/** The place of the pair in the two contracts. */
function tokensOf(reached: Reached): Tokens {
  const parts: Tokens[] = [];
  for (let at: Reached | undefined = reached; at !== undefined; at = at.from) parts.push(at.tokens);
  return parts.reverse().flat();
}

/** What groups of one kind have in common. */
interface Kind {
  readonly pairs: Map<Pair, Shared>;
  /** By link, whether its path changes the meaning of what is behind it. */
  readonly changing: Map<CircularLink, boolean>;
}

/** `alsoFrom`: the starts of the later groups that reach the same pair. `others`: the differences that are reported for each group. */
interface Shared {
  readonly alsoFrom: Tokens[];
  readonly others: readonly Difference[];
}

/** Collects the differences inside the pairs to which circular nodes of `root` lead. `insideOf` compares a pair that is used at `start`. */
export class CircularDifferences {
  readonly found: Difference[] = [];
  readonly #root: Pair;
  readonly #rules: PathRules;
  readonly #insideOf: (pair: Pair, start: Tokens) => PairDifferences;
  readonly #kinds = new Map<string, Kind>();

  constructor(root: Pair, rules: PathRules, insideOf: (pair: Pair, start: Tokens) => PairDifferences) {
    this.#root = root;
    this.#rules = rules;
    this.#insideOf = insideOf;
  }

  /**
   * Adds the differences of the pairs to which a group's circular nodes (`nodes`) lead, nearest first. A pair that is reached only by paths
   * that change its meaning (`changesMeaning`) comes last.
   */
  addGroup(nodes: readonly CircularLink[]): void {
    const [{ tokens: start } = { tokens: [] }] = nodes;
    const kind = getOrMake(this.#kinds, this.#rules.kindOf(start), () => ({ pairs: new Map(), changing: new Map() }));
    const reached = new Set<Pair>();
    const changed: Reached[] = [];
    const queue: Reached[] = [];
    const reach = (next: Reached, to = queue) => {
      if (reached.has(next.pair)) return;
      reached.add(next.pair);
      to.push(next);
    };
    const follow = (links: readonly CircularLink[], holder: Pair, from?: Reached) => {
      for (const each of links) {
        const next = { tokens: each.tokens, pair: each.pair, from };
        if (getOrMake(kind.changing, each, () => this.#rules.changesMeaning(holder, each.tokens, start)))
          changed.push(next);
        else reach(next);
      }
    };
    follow(nodes, this.#root);
    for (const at of queue) {
      follow(this.#inside(at).links, at.pair, at);
      this.#addShared(at, kind, start);
    }
    const last: Reached[] = [];
    for (const next of changed) reach(next, last);
    for (const at of last) {
      const { differences, links } = this.#inside(at);
      this.#add(differences, at);
      for (const each of links) reach({ tokens: each.tokens, pair: each.pair, from: at }, last);
    }
  }

  #inside = (at: Reached): PairDifferences => at.pair.inside ?? this.#insideOf(at.pair, tokensOf(at));

  #add(differences: readonly Difference[], at: Reached, alsoFrom?: readonly Tokens[]): void {
    if (differences.length === 0) return;
    const around = tokensOf(at);
    for (const each of differences)
      this.found.push({ ...each, tokens: [...around, ...each.tokens], ...(alsoFrom && { alsoFrom }) });
  }

  /**
   * A difference that is the same wherever the pair is used is added once, for the first group; the starts of the later groups go into its
   * `alsoFrom`.
   */
  #addShared(at: Reached, { pairs }: Kind, start: Tokens): void {
    const known = pairs.get(at.pair);
    if (known !== undefined) {
      known.alsoFrom.push(start);
      this.#add(known.others, at);
      return;
    }
    const { differences } = this.#inside(at);
    const isShared = ({ tokens }: Difference) =>
      tokens.length > 0 && this.#rules.isDescribedWithoutPath(at.pair, tokens);
    const shared: Shared = { alsoFrom: [], others: differences.filter((each) => !isShared(each)) };
    pairs.set(at.pair, shared);
    this.#add(differences.filter(isShared), at, shared.alsoFrom);
    this.#add(shared.others, at);
  }
}
