/** §5.2: a key is scoped to one organization, so the lists of two organizations' keys have no common items. */
import { concurrently } from "../../client/concurrently.ts";
import { mayBeCopiesOfSample } from "../../laws/copies-of-sample.ts";
import { type Listed, listItems, stringIn } from "../../model/body.ts";
import { includesItem } from "../../model/same-item.ts";
import { type Actor, type ActorExchange, type CaseContext, defineCase, type Exchange, Skip } from "../case.ts";
import { mismatch, whereAvailable } from "../shared/expect.ts";
import { itemsOf } from "../shared/lists.ts";
import { createdOrganization } from "../shared/organizations.ts";
import { availableActors } from "../shared/permitted.ts";
import { shownLists } from "../shared/product-with-list.ts";
import { expectDisjoint, foreignProducts, type ListPair, listPairs, mayBeCopies } from "../shared/tenancy.ts";
import { bothKeys, furtherKeys, keysInTurn } from "../shared/tenant-keys.ts";

export const tenantListsDisjoint = defineCase({
  id: "scope.lists-disjoint",
  clause: "auth.scope",
  claim:
    "A key's lists of products, features, problems, releases and organizations show nothing of another organization",
  needs: { credential: "other-organization" },
  async run(context) {
    const [key, otherKey] = bothKeys(context);
    const ours = await itemsOf(key, "listProducts");
    const theirs = await itemsOf(otherKey, "listProducts");
    const further = furtherKeys(context);
    const sample = await sharedSample(key, otherKey);
    for (const each of further) for (const before of [key, otherKey]) await sharedSample(before, each);
    const all = [key, otherKey, ...further];
    const created = await whereAvailable(() => createdOrganization(context));
    const areOrganizationsJudged = [
      await expectOnlyOwn(keysInTurn(context, key)(), all, created),
      await expectOnlyOwn(otherKey, all, created),
    ].includes(true);
    // Before the parallel reads, which then find connections open: a new one would delay each.
    const pairs = await listPairs(context, ["listFeatures", "listProblems", "listReleases"]);
    const chosen = ownReads[context.seed % ownReads.length] ?? "listOrganizations";
    const keys = further.length === 0 ? all : [otherKey, ...further].slice(0, 2);
    if (chosen !== "listProducts") await expectOwnInParallel("listProducts", keys, all);
    await expectOwnInParallel(chosen, [...keys, ...availableActors(context, ["session"])], all);
    const isDated = ({ fields }: Listed) => typeof fields.createdAt === "string";
    const inLists = expectDisjoint(pairs, isDated);
    if (sample !== undefined)
      throw new Skip(mayBeCopies({ list: await otherKey.read("listProducts"), id: sample.id }), [], "clause-open");
    if (inLists !== undefined) {
      const shared = pairs.filter((pair) => expectDisjoint([pair], isDated) !== undefined);
      const areJudged = await Promise.all(shared.map((pair) => isJudgedAsForeign(context, pair)));
      throw new Skip(mayBeCopies(inLists), [], areJudged.includes(false) ? "clause-open" : undefined);
    }
    if (ours.length + theirs.length === 0 && !areOrganizationsJudged)
      throw new Skip("needs a product in one of two organizations: create one", ["listProducts"]);
  },
});

/**
 * Whether `scope.foreign-products` judges this list: below each product of one organization alone it has an item that the other
 * organization's own list lacks. Where both are shown the very same items, nothing tells copies from a leak.
 */
async function isJudgedAsForeign(context: CaseContext, { ours, theirs }: ListPair): Promise<boolean> {
  const [key, otherKey] = bothKeys(context);
  const hasOwnItems = async (owner: Actor, reader: Actor, readersList: Exchange) => {
    const foreign = await foreignProducts(reader, owner);
    const lists = shownLists(context, owner, ours.operation ?? "listFeatures").filter(({ productId }) =>
      foreign.some(({ id }) => id === productId),
    );
    const isOwn = (item: Listed) => !includesItem(listItems(readersList), item);
    return lists.length > 0 && lists.every(({ list }) => listItems(list).some(isOwn));
  };
  return (await hasOwnItems(otherKey, key, ours)) || (await hasOwnItems(key, otherKey, theirs));
}

/** A product that both organizations list, perhaps as copies of a sample. Throws `Mismatch` if they share a product otherwise. */
async function sharedSample(key: Actor, otherKey: Actor): Promise<Listed | undefined> {
  const ours = await itemsOf(key, "listProducts");
  const theirs = await itemsOf(otherKey, "listProducts");
  const shared = theirs.find((product) => includesItem(ours, product));
  if (shared === undefined || mayBeCopiesOfSample(shared, ours, theirs)) return shared;
  const actual = `the product ${shared.id}, which is also in the list of ${key.caller.label}`;
  const after = [await key.read("listProducts")];
  mismatch(await otherKey.read("listProducts"), "only products of the key's own organization", { actual, after });
}

/** Reads with the same path for all callers. `scope.always-own` judges those of products and installations, too. */
const ownReads = ["listProducts", "listOrganizations", "getInstallation"] as const;

/**
 * Parallel and uncompressed: a cache, or a server that joins parallel requests, must not mix up the responses. A session
 * may read beside the keys; what it is shown is not judged, since its user may belong to several organizations.
 */
async function expectOwnInParallel(
  operation: (typeof ownReads)[number],
  actors: readonly Actor[],
  all: readonly Actor[],
): Promise<void> {
  const headers = [["accept-encoding", "identity"]] as const;
  const lists = await concurrently(actors.map((actor) => () => actor.send(operation, { headers })));
  if (operation !== "listOrganizations") return;
  for (const list of lists) if (list.kind === "api-key") expectNoOther(list, all);
}

/** Whether the list of organizations could be judged. Throws `Mismatch` if it shows another key's organization, or the created one. */
async function expectOnlyOwn(
  actor: Actor,
  all: readonly Actor[],
  created: ActorExchange | undefined,
): Promise<boolean> {
  // Read again, right after the other key's read: a target that caches responses must not show them to another key.
  const list = await actor.send("listOrganizations");
  expectNoOther(list, all);
  if (created !== undefined) expectNotCreated(list, created);
  return list.isSuccess && all.some(({ caller }) => isOther(caller, list));
}

const isOther = ({ organization }: Actor["caller"], list: Exchange) =>
  organization !== undefined && organization !== list.organization;

function expectNoOther(list: Exchange, all: readonly Actor[]): void {
  const listed = listItems(list).map(({ id }) => id);
  const foreign = all.find(({ caller }) => isOther(caller, list) && listed.includes(caller.organization ?? ""));
  if (foreign !== undefined) mismatchOf(list, foreign);
}

/** An organization that another organization's session or key has created is not the key's. */
function expectNotCreated(list: Exchange, { actor: { caller: creator }, exchange }: ActorExchange): void {
  const id = stringIn(exchange, "id");
  const isForeign = creator.organization !== undefined && creator.organization !== list.organization;
  if (!isForeign || id === undefined || id === list.organization || list.kind !== "api-key") return;
  if (!listItems(list).some((item) => item.id === id)) return;
  const actual = `also ${id}, which ${creator.label} of ${creator.organization} has created`;
  mismatch(list, "only the key's own organization", { actual, after: [exchange] });
}

function mismatchOf(list: Exchange, { caller }: Actor): never {
  const actual = `also ${caller.organization}, the organization of ${caller.label}`;
  mismatch(list, "only the key's own organization", { actual });
}
