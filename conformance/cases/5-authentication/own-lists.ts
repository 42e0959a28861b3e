/** §5.2: what one organization's key lists, another's does not: products, and what they hold. */
import type { OperationId } from "../../../spec/contract.ts";
import { type Listed, listedOf } from "../../model/body.ts";
import { Skip } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Actor, type CaseContext, defineCase } from "../case.ts";
import { sideBySide } from "../given/concurrently.ts";
import { mismatch } from "../given/expect.ts";
import { bothKeys, isSameItem, mayBeGivenTwice } from "./scope.ts";

/** Organizations that number their own may both have been filled from one sample, and then have the same first items. */
const looksNumbered = ({ id }: Listed) => /^\d{1,9}$/.test(id);

const hasMoreThan = (items: readonly Listed[], others: readonly Listed[]) =>
  items.some((item) => !others.some((one) => isSameItem(one, item)));

/** What `read` brings; undefined where the target has nothing of it to show, or shows it to nobody here. */
export async function ifShown<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Skip) return undefined;
    throw error;
  }
}

/** A list of each of two organizations, both with items. */
export interface Pair {
  readonly operation: OperationId;
  readonly ours: Exchange;
  readonly theirs: Exchange;
}

/** What the first products of both organizations hold. What a key has listed already is not asked for again. */
export async function contentsOfBoth(
  context: CaseContext,
  operations: readonly OperationId[],
): Promise<readonly Pair[]> {
  const filled = (actor: Actor, operation: OperationId) => ifShown(() => context.filled(actor, operation));
  const [own, other] = bothKeys(context);
  const pairs = await sideBySide(
    operations.map((operation) => async () => {
      const [ours, theirs] = [await filled(own, operation), await filled(other, operation)];
      if (ours === undefined || theirs === undefined) return [];
      if (ours.items.length === 0 || theirs.items.length === 0) return [];
      return [{ operation, ours: ours.exchange, theirs: theirs.exchange }];
    }),
  );
  return pairs.flat();
}

/** Fails on a thing that both lists show, under an identifier that two organizations do not come to each by itself. */
export function expectApart(pairs: readonly Pair[], isTold: (item: Listed) => boolean = () => true): void {
  for (const pair of pairs) {
    const ours = listedOf(pair.ours);
    const isShared = (item: Listed) => !mayBeGivenTwice(item.id) && ours.some((one) => isSameItem(one, item));
    const shared = listedOf(pair.theirs).filter(isTold).find(isShared);
    if (shared === undefined) continue;
    const actual = `${JSON.stringify(shared.id)}, which ${pair.ours.credential} lists too`;
    mismatch(pair.theirs, "nothing that another organization's key lists", { actual, after: [pair.ours] });
  }
}

/** What was made at one time was made once, for one of them. */
const isDated = ({ fields }: Listed) => typeof fields.createdAt === "string";

export const ownLists = defineCase({
  id: "scope.own-lists",
  clause: "auth.scope",
  claim: "What one organization's key lists, another's does not: products, features, problems and releases",
  needs: { credential: "other-organization" },
  requests: 3,
  elsewhere: 3,
  beside: 1,
  async run(context) {
    const [own, other] = bothKeys(context);
    const ours = await context.list(own, "listProducts");
    const theirs = await context.list(other, "listProducts");
    const shared = theirs.find((product) => ours.some((one) => isSameItem(one, product)));
    const isSample =
      shared !== undefined && looksNumbered(shared) && !(hasMoreThan(ours, theirs) && hasMoreThan(theirs, ours));
    if (shared !== undefined && !isSample) {
      const [first, second] = [await own.read("listProducts"), await other.read("listProducts")];
      const actual = `the product ${shared.id} of both`;
      mismatch(second, "only products of its own organization", { actual, after: [first] });
    }
    let isTold = !isSample && ours.length + theirs.length > 0;
    for (const [actor, foreign] of [
      [own, other.caller.organization],
      [other, own.caller.organization],
    ] as const) {
      const list = await actor.read("listOrganizations");
      isTold ||= list.isSuccess && foreign !== undefined;
      const isForeign = listedOf(list).some(({ id }) => id === foreign);
      if (isForeign) mismatch(list, "only the key's own organization", { actual: `${foreign}, which is another's` });
    }
    expectApart(await contentsOfBoth(context, ["listFeatures", "listProblems", "listReleases"]), isDated);
    if (isSample) throw new Skip("products by which two organizations that number their own can be told apart");
    if (!isTold) throw new Skip("a product in one of two organizations, or a list of organizations that answers");
  },
});
