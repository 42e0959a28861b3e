/** §5.2: a key is not shown what another organization's list shows: products, and what is below them. */
import type { OperationId } from "../../spec/contract.ts";
import { mayBeCopiesOfSample } from "../laws/copies-of-sample.ts";
import type { SequenceLaw } from "../laws/sequence-law.ts";
import { identifiedResources, type Listed, quoted } from "../model/body.ts";
import { isCommonId } from "../model/common-id.ts";
import type { Exchange } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";
import { isSameItem } from "../model/same-item.ts";
import { fails, holds, notApplicable, unjudged } from "../model/verdict.ts";
import { productInPath } from "./identifier-asked-for.ts";

/** The operation that lists what each operation shows. Contexts and actors may be the service's, and for everybody. */
const listing: Readonly<Partial<Record<OperationId, OperationId>>> = {
  listProducts: "listProducts",
  getProduct: "listProducts",
  listFeatures: "listFeatures",
  listProblems: "listProblems",
  getProblem: "listProblems",
  listReleases: "listReleases",
};

/** An item in a list of an organization's key. */
interface Owned {
  readonly item: Listed;
  readonly list: Exchange;
}

/** What the keys of each organization were shown in lists without a query, by operation and identifier. */
class Lists {
  readonly #owned = new Map<string, Owned[]>();
  readonly #products = new Map<string, Owned[]>();

  add(list: Exchange): void {
    const { operation, organization } = list;
    if (operation === undefined || organization === undefined || listing[operation] !== operation) return;
    if (list.request.url.includes("?")) return;
    const products = this.#products.get(organization) ?? [];
    if (operation === "listProducts") this.#products.set(organization, products);
    for (const item of identifiedResources(list)) {
      const key = `${operation} ${item.id}`;
      const known = this.#owned.get(key) ?? [];
      if (known.some((other) => other.list.organization === organization && isSameItem(other.item, item))) continue;
      this.#owned.set(key, [...known, { item, list }]);
      if (operation === "listProducts") products.push({ item, list });
    }
  }

  /** The same item, in a list of another organization. */
  ofOther({ operation, organization }: Exchange, item: Listed): Owned | undefined {
    const listedBy = operation && listing[operation];
    return this.#owned
      .get(`${listedBy} ${item.id}`)
      ?.find((owned) => owned.list.organization !== organization && isSameItem(owned.item, item));
  }

  isListed({ operation, organization }: Exchange, { id }: Listed): boolean {
    const owned = this.#owned.get(`${operation && listing[operation]} ${id}`) ?? [];
    return owned.some(({ list }) => list.organization === organization);
  }

  /** Undefined if none of the organization's keys listed its products. */
  productsOf(organization = ""): readonly Listed[] | undefined {
    return this.#products.get(organization)?.map(({ item }) => item);
  }
}

/** The reader's organization lists products, but not the one in the path, which the owner lists. */
function isBelowForeignProduct(exchange: Exchange, { list }: Owned, lists: Lists): boolean {
  const product = productInPath(exchange);
  const isIn = (products: readonly Listed[] | undefined) => products?.some(({ id }) => id === product);
  return isIn(lists.productsOf(list.organization)) === true && isIn(lists.productsOf(exchange.organization)) === false;
}

/** `undecided`: both organizations may have an item of their own with this identifier. */
function judge(exchange: Exchange, item: Listed, owned: Owned, lists: Lists): "foreign" | "undecided" {
  const { operation, organization } = exchange;
  const isProduct = operation === "listProducts" || operation === "getProduct";
  const own = lists.productsOf(organization);
  if (isProduct && own !== undefined) {
    const isSample = lists.isListed(exchange, item)
      ? mayBeCopiesOfSample(item, lists.productsOf(owned.list.organization) ?? [], own)
      : item.id === item.fields.slug;
    return isSample ? "undecided" : "foreign";
  }
  if (!isProduct && lists.isListed(exchange, item)) return isCommonId(item.id) ? "undecided" : "foreign";
  return !isCommonId(item.id) || isBelowForeignProduct(exchange, owned, lists) ? "foreign" : "undecided";
}

const mayBeOwn = (id: string) =>
  `keys of two organizations are shown ${quoted(id)}, but each may have its own, such as a copy of a sample: look whether they are the same`;

export const foreignItems: SequenceLaw = {
  id: "traffic.foreign-items",
  clause: "auth.scope",
  claim: "A key is not shown a product, feature, problem or release that is listed for another organization's key",
  judge({ exchanges }) {
    const shown = exchanges.filter(
      ({ kind, organization, operation, isSuccess }) =>
        isSuccess &&
        kind === "api-key" &&
        organization !== undefined &&
        operation !== undefined &&
        operation in listing,
    );
    const organizations = new Set(shown.map(({ organization }) => organization));
    if (organizations.size < 2) return notApplicable;
    const lists = new Lists();
    for (const exchange of shown) lists.add(exchange);
    let undecided: string | undefined;
    for (const exchange of shown) {
      for (const item of identifiedResources(exchange)) {
        const owned = lists.ofOther(exchange, item);
        if (owned === undefined) continue;
        if (judge(exchange, item, owned, lists) === "undecided") undecided ??= item.id;
        else
          return fails({
            expected: `nothing that is listed for ${owned.list.credential}, a key of another organization`,
            actual: `${quoted(item.id)} in GET ${pathOf(exchange)} with ${exchange.credential}`,
            exchanges: [owned.list.index, exchange.index],
          });
      }
    }
    return undecided === undefined ? holds : unjudged("not-applicable", mayBeOwn(undecided));
  },
};
