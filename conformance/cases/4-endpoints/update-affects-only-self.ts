/** §4, endpoint 12: an update changes the authenticated user's own profile (§2.9), and no other. */
import { isObject, type JsonObject, listedOf } from "../../model/body.ts";
import { Skip } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type ActorExchange, type CaseContext, defineCase } from "../case.ts";
import { mismatch } from "../given/expect.ts";
import { members } from "../given/organizations.ts";
import { availableActors, forThisCase } from "../given/permitted.ts";
import { restorableProfile, updateProfile } from "../given/profile.ts";
import { unlessFailed } from "../given/skips.ts";
import { containsName, uniqueName } from "../given/unique-names.ts";

export const updateAffectsOnlySelf = defineCase({
  id: "profile.others-unchanged",
  clause: "profile.own-only",
  claim: "An update changes nobody else's profile",
  needs: { writes: true },
  async run(context) {
    const { profile } = await restorableProfile(context);
    const me = userIn(profile);
    if (me === undefined) throw new Skip("getMe to answer with a profile");
    const other = await anotherUser(context, me);
    const name = await uniqueName(context);
    const { exchange: update } = await updateProfile(context, { firstName: name, lastName: name });
    const isRenamed = ({ fields }: Person) =>
      containsName(fields.firstName, name) || containsName(fields.lastName, name);
    const failRenamed = (exchange: Exchange, whose: string, before: readonly Exchange[]) => {
      const expected = `${whose} without the name that another user took`;
      mismatch(exchange, expected, { actual: `the name ${name}`, after: [...before, update] });
    };

    if (other !== undefined) {
      const theirs = await other.actor.send("getMe");
      const user = userIn(theirs);
      if (user !== undefined && isRenamed(user))
        failRenamed(theirs, `the profile of ${theirs.credential}`, [profile, other.exchange]);
    }

    const list = await membersAfter(context, update);
    const people = list === undefined ? [] : listedOf(list).map(({ id, fields }) => personOf(id, fields));
    const others = people.filter((person) => isAnother(person, me));
    // A user who is not found in the list may be in it under another identifier and address.
    const maybeSelf = people.some((person) => isSame(person, me)) ? 0 : 1;
    if (list !== undefined && others.filter(isRenamed).length > maybeSelf)
      failRenamed(list, "every other member", [profile]);
    if (other === undefined && others.length <= maybeSelf)
      throw new Skip("another user, whose profile or membership can be read");
  },
});

/** A user as getMe shows it, or a member. */
interface Person {
  readonly id: unknown;
  readonly email: unknown;
  readonly fields: JsonObject;
}

const personOf = (id: unknown, fields: JsonObject): Person => ({
  id,
  email: typeof fields.email === "string" && fields.email !== "" ? fields.email.toLowerCase() : undefined,
  fields,
});

function userIn(profile: Exchange): Person | undefined {
  const body = profile.json();
  return profile.isSuccess && isObject(body) ? personOf(body.id, body) : undefined;
}

const isSame = (one: Person, other: Person) =>
  one.id === other.id || (one.email !== undefined && one.email === other.email);

/** Where an e-mail address is missing, two identifiers may be of different kinds, and mean one person. */
const isAnother = (one: Person, other: Person) =>
  one.email !== undefined && other.email !== undefined && !isSame(one, other);

/** A caller that is another user, and the profile that showed it before the first update. */
async function anotherUser(context: CaseContext, me: Person): Promise<ActorExchange | undefined> {
  const found = await context.once("another user", async () => {
    for (const actor of availableActors(context, ["other-organization", "second-key"])) {
      const exchange = await actor.read("getMe");
      const user = userIn(exchange);
      if (user !== undefined && isAnother(user, me)) return { actor, exchange };
    }
    return undefined;
  });
  return found === undefined ? undefined : forThisCase(context, found);
}

/** The members as listed after an exchange; undefined where nobody may list them, which another case judges. */
async function membersAfter(context: CaseContext, { index }: Exchange): Promise<Exchange | undefined> {
  const known = await unlessFailed(() => members(context));
  if (known === undefined || known.exchange.index > index) return known?.exchange;
  const list = await known.actor.send("listMembers", { parameters: { orgId: known.orgId } });
  return list.isSuccess ? list : undefined;
}
