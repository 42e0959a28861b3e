/** §5.2: a key is scoped to one organization, so two organizations' keys do not list the same. */
import { type Listed, listedOf } from "../../model/body.ts";
import { type Actor, defineCase, Skip } from "../case.ts";
import { mismatch } from "../given/expect.ts";
import { itemsOf } from "../given/lists.ts";
import { bothKeys, expectDisjoint, includesItem, listPairs } from "../given/tenancy.ts";

export const tenantListsDisjoint = defineCase({
  id: "scope.own-lists",
  clause: "auth.scope",
  claim:
    "A key's lists of products, features, problems, releases and organizations show nothing of another organization",
  needs: { credential: "other-organization" },
  async run(context) {
    const [key, otherKey] = bothKeys(context);
    const ours = await itemsOf(key, "listProducts");
    const theirs = await itemsOf(otherKey, "listProducts");
    const shared = theirs.find((product) => includesItem(ours, product));
    const isSample = shared !== undefined && maybeSample(shared, ours, theirs);
    if (shared !== undefined && !isSample) {
      const actual = `the product ${shared.id}, which is also in the list of ${key.caller.label}`;
      const after = [await key.read("listProducts")];
      mismatch(await otherKey.read("listProducts"), "only products of the key's own organization", { actual, after });
    }
    const areOrganizationsJudged = [await expectOnlyOwn(key, otherKey), await expectOnlyOwn(otherKey, key)].includes(
      true,
    );
    const isDated = ({ fields }: Listed) => typeof fields.createdAt === "string";
    expectDisjoint(await listPairs(context, ["listFeatures", "listProblems", "listReleases"]), isDated);
    if (isSample)
      throw new Skip(
        "both organizations number the same first products, as copies of one sample do: give each a product of its own",
      );
    if (ours.length + theirs.length === 0 && !areOrganizationsJudged)
      throw new Skip("needs a product in one of two organizations: create one", ["listProducts"]);
  },
});

/** Whether the list of organizations could be judged. Throws `Mismatch` where it shows the other key's organization. */
async function expectOnlyOwn(actor: Actor, other: Actor): Promise<boolean> {
  const foreign = other.caller.organization;
  // Sent again, the one key's right after the other's: a target that caches responses must not show them to another key.
  const list = await actor.send("listOrganizations");
  if (listedOf(list).some(({ id }) => id === foreign))
    mismatch(list, "only the key's own organization", {
      actual: `also ${foreign}, the organization of ${other.caller.label}`,
    });
  return list.isSuccess && foreign !== undefined;
}

/** Organizations that number their own products may have been filled from one sample, and then begin with the same items. */
function maybeSample({ id }: Listed, ours: readonly Listed[], theirs: readonly Listed[]): boolean {
  const haveOthers =
    ours.some((item) => !includesItem(theirs, item)) && theirs.some((item) => !includesItem(ours, item));
  return /^\d{1,9}$/.test(id) && !haveOthers;
}
