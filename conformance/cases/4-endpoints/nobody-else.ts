/** §4, endpoint 12: an update changes the authenticated user's own profile (§2.9), and nobody else's. */

import { isObject, type JsonObject, listedOf } from "../../model/body.ts";
import { Mismatch, Skip } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type CaseContext, defineCase, type Sent } from "../case.ts";
import { mismatch } from "../given/expect.ts";
import { actorsOf } from "../given/permitted.ts";
import { hasName, newName } from "../given/unique-names.ts";
import { members } from "./organizations.ts";
import { restorable, update } from "./profile.ts";

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

const isSame = (one: Person, other: Person) =>
  one.id === other.id || (one.email !== undefined && one.email === other.email);

/** Surely: where one e-mail address is not shown, two identifiers may be of different kinds, and of one person. */
const isAnother = (one: Person, other: Person) =>
  one.email !== undefined && other.email !== undefined && !isSame(one, other);

function userOf(profile: Exchange): Person | undefined {
  const body = profile.json();
  return profile.isSuccess && isObject(body) ? personOf(body.id, body) : undefined;
}

/** A caller that is another user, and the profile that showed it before the update. */
async function somebodyElse(context: CaseContext, me: Person): Promise<Sent | undefined> {
  for (const actor of actorsOf(context, ["other-organization", "second-key"])) {
    const exchange = await actor.read("getMe");
    const user = userOf(exchange);
    if (user !== undefined && isAnother(user, me)) return { actor, exchange };
  }
  return undefined;
}

/** The members as they were listed after an exchange; undefined where nobody is shown them, which another case judges. */
async function membersAfter(context: CaseContext, { index }: Exchange): Promise<Exchange | undefined> {
  try {
    const { actor, exchange, orgId } = await members(context);
    if (exchange.index > index) return exchange;
    const again = await actor.send("listMembers", { parameters: { orgId } });
    return again.isSuccess ? again : undefined;
  } catch (error) {
    if (error instanceof Skip || error instanceof Mismatch) return undefined;
    throw error;
  }
}

/** Stands before the cases that list members, which take the list that is asked for here. */
export const ownOnly = defineCase({
  id: "profile.others-unchanged",
  clause: "profile.own-only",
  claim: "An update changes nobody else's profile",
  needs: { writes: true },
  requests: 3,
  async run(context) {
    const { profile } = await restorable(context);
    const me = userOf(profile);
    if (me === undefined) throw new Skip("getMe to answer a profile");
    // Who was another user at first still is one, also where a fault of the target shows something else since.
    const other = await context.once("another user", () => somebodyElse(context, me));
    const name = await newName(context);
    const { exchange: updated } = await update(context, { firstName: name, lastName: name });
    const isNamed = ({ fields }: Person) => hasName(fields.firstName, name) || hasName(fields.lastName, name);
    const blame = (exchange: Exchange, whose: string, before: readonly Exchange[]) => {
      const expected = `${whose} without the name that another user took`;
      mismatch(exchange, expected, { actual: `the name ${name}`, after: [...before, updated] });
    };

    const theirs = await other?.actor.send("getMe");
    const user = theirs === undefined ? undefined : userOf(theirs);
    if (other !== undefined && theirs !== undefined && user !== undefined && isNamed(user))
      blame(theirs, `the profile of ${theirs.credential}`, [profile, other.exchange]);

    const shown = await membersAfter(context, updated);
    const people = shown === undefined ? [] : listedOf(shown).map(({ id, fields }) => personOf(id, fields));
    const others = people.filter((one) => isAnother(one, me));
    // Who is not found in the list may stand there under another identifier and address.
    const mayBeMe = people.some((one) => isSame(one, me)) ? 0 : 1;
    if (shown !== undefined && others.filter(isNamed).length > mayBeMe) blame(shown, "every other member", [profile]);
    if (other === undefined && others.length <= mayBeMe)
      throw new Skip("another user, whose profile or membership can be read");
  },
});
