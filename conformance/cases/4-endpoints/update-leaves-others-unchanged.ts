/** §4, endpoint 12: an update changes only the authenticated user's own profile (§2.9). */
import { isDeepStrictEqual } from "node:util";
import { bodyOf, isObject, type JsonObject, listItems, rawListItems, requestJson } from "../../model/body.ts";
import { restorableFields } from "../../model/restorable-fields.ts";
import { type Actor, type ActorExchange, type CaseContext, defineCase, type Exchange, Skip } from "../case.ts";
import { mismatch, unlessFailed } from "../shared/expect.ts";
import { members } from "../shared/organizations.ts";
import { hasGeneratedPicture, noProfile, restorableProfile, updateProfile, updatesSoFar } from "../shared/profile.ts";
import { expectUpdatesOfShownProfile } from "../shared/shown-profile.ts";
import { containsName, uniqueName } from "../shared/unique-names.ts";
import { isOtherPerson, isSamePerson, otherUsers, type Person, personOf, userIn } from "../shared/users.ts";

export const updateLeavesOthersUnchanged = defineCase({
  id: "profile.others-unchanged",
  clause: "profile.own-only",
  claim: "An update of a profile changes the one that the user is shown, and not another user's",
  needs: { writes: true },
  async run(context) {
    const { profile } = await restorableProfile(context);
    const me = userIn(profile);
    if (me === undefined) throw new Skip(noProfile);
    const { other, sameUser } = await otherUsers(context, profile);
    const name = await uniqueName(context);
    const { actor: updater, exchange: update } = await updateWithName(context, name);
    const fieldWithName = ({ fields }: Person) =>
      updatedFields.find((field) => containsName(JSON.stringify(fields[field]), name));
    const failChanged = (exchange: Exchange, whose: string, actual: string, before: readonly Exchange[]) =>
      mismatch(exchange, `${whose} as it was before another user's update`, { actual, after: [...before, update] });
    const showsName = (field: string | undefined) => `its ${field} shows ${name}, which the other user's update sent`;

    const expectSame = async ({ actor, exchange: before }: ActorExchange) => {
      const after = await actor.send("getMe");
      const user = userIn(after);
      const field = user && fieldWithName(user);
      const whose = `the profile of ${after.credential}`;
      if (field !== undefined) failChanged(after, whose, showsName(field), [profile, before]);
      const changed = changedField(before, after);
      const [was, is] = [before, after].map((each) => JSON.stringify(bodyOf(each)[changed ?? ""]));
      if (changed !== undefined)
        failChanged(after, whose, `its ${changed} was ${was}, and is ${is}`, [profile, before]);
    };
    if (other !== undefined) await expectSame(other);
    // An update without a picture may delete the one that the user has.
    const mayUpdate = other !== undefined && hasGeneratedPicture(other.exchange);
    const theirUpdate = mayUpdate ? await updateOfOther(context, other) : undefined;
    const list = await membersAfter(context, updater, theirUpdate ?? update);
    const people = list === undefined ? [] : listItems(list).map(({ id, fields }) => personOf(id, fields));
    const others = people.filter((person) => isOtherPerson(person, me));
    const self = people.find((person) => isSamePerson(person, me));
    if (theirUpdate?.isSuccess && !(self && fieldWithName(self)))
      await expectOwnProfile(updater, theirUpdate, [profile, update]);
    // A user who is missing from the list may be in it under another identifier and address.
    const maybeSelf = self === undefined ? 1 : 0;
    const changed = others.filter((person) => fieldWithName(person) !== undefined);
    const last = changed.at(-1);
    if (list !== undefined && last !== undefined && changed.length > maybeSelf)
      failChanged(
        list,
        "every other member in the list",
        showsName(fieldWithName(last)) + orShown(last, update) + orOnlyThere(last, other),
        [profile],
      );
    for (const session of sameUser) await expectUpdatesOfShownProfile(context, session, update, name);
    if (other === undefined && others.length <= maybeSelf) throw needsAnotherUser(list);
  },
});

/** A question about a member with whom the update was answered: the profile may be another user's. */
function orShown(member: Person, update: Exchange): string {
  const updated = userIn(update);
  return updated !== undefined && isSamePerson(member, updated)
    ? ", and which was answered with this member: or does GET /v1/me show another user's profile?"
    : "";
}

/** A question about a member whose own profile is as before: the list alone is wrong. */
function orOnlyThere(member: Person, other: ActorExchange | undefined): string {
  const user = other && userIn(other.exchange);
  return user !== undefined && isSamePerson(member, user)
    ? `, though GET /v1/me of ${other?.exchange.credential} is as before: does the list show the caller's for every member?`
    : "";
}

/**
 * Sends what the other user's profile shows, so that it is the same afterwards; and before that an update without fields, of which the
 * document does not say what it does, so that only the laws judge its response.
 */
async function updateOfOther(context: CaseContext, { actor, exchange: theirs }: ActorExchange): Promise<Exchange> {
  const { omitted } = (await updatesSoFar(context)).strategy;
  const fields = Object.entries(restorableFields(bodyOf(theirs)));
  const body = Object.fromEntries(fields.filter(([name]) => !omitted.includes(name)));
  let update: Exchange | undefined;
  context.restore("another user's profile", async () => {
    if (update === undefined) await actor.send("updateMe", { body, isCleanup: true });
  });
  await actor.send("updateMe", { body: {}, intent: "invalid" });
  update = await actor.send("updateMe", { body });
  if (!update.isSuccess) await restoreNames(context, actor, body);
  return update;
}

/** For a target that rejects the preferences that it shows, and perhaps clears what an update leaves out. */
async function restoreNames(
  context: CaseContext,
  actor: Actor,
  { preferences: _, ...names }: JsonObject,
): Promise<void> {
  const { label } = actor.caller;
  const { status } = await actor.send("updateMe", { body: names, isCleanup: true });
  context.note(
    `an update of ${label} with the values of its own profile was rejected, after one without fields; without preferences it was answered ${status}: the profile of ${label} may have changed`,
  );
}

/** Fails if the profile has a value that only the other user's update sent. `before`: the profile, and its own update. */
async function expectOwnProfile(
  updater: Actor,
  theirs: Exchange,
  before: readonly [Exchange, Exchange],
): Promise<void> {
  const after = await updater.send("getMe");
  const [own, sent, shown] = [bodyOf(before[0]), requestJson(theirs), bodyOf(after)];
  const values: JsonObject = isObject(sent) ? sent : {};
  const replaced = updatedFields.find(
    (field) =>
      isDeepStrictEqual(shown[field], values[field]) &&
      ![undefined, "", own[field]].some((value) => isDeepStrictEqual(value, values[field])),
  );
  if (replaced !== undefined)
    mismatch(after, `the profile of ${after.credential} as it was before another user's update`, {
      actual: `its ${replaced} is ${JSON.stringify(values[replaced])}, which the update of ${theirs.credential} sent`,
      after: [...before, theirs],
    });
}

/** No field of a single member shows another user. */
function needsAnotherUser(list: Exchange | undefined): Skip {
  if (list !== undefined && rawListItems(list).length < 2)
    return new Skip("needs another user: add a session of one to the target file, or a member to the organization", [
      "listMembers",
    ]);
  const remedy = list === undefined ? "a credential that may list members" : "a member to the organization";
  return new Skip(
    `needs another user, with an e-mail address (see member.all-fields): add a session of one to the target file, or ${remedy}`,
    ["listMembers"],
  );
}

const updatedFields = ["firstName", "lastName", "preferences"];

/** The first field that differs; undefined if a response shows no profile. */
function changedField(before: Exchange, after: Exchange): string | undefined {
  if (!before.isSuccess || !after.isSuccess) return undefined;
  const [was, is] = [bodyOf(before), bodyOf(after)];
  return [...updatedFields, "avatarType"].find(
    (field) => was[field] !== undefined && is[field] !== undefined && !isDeepStrictEqual(was[field], is[field]),
  );
}

/** Writes the name into every field that holds any text; only into the names if such preferences are rejected. */
async function updateWithName(context: CaseContext, name: string) {
  const names = { firstName: name, lastName: name };
  const update = await unlessFailed(() => updateProfile(context, { ...names, preferences: { mark: name } }));
  return update ?? updateProfile(context, names);
}

/**
 * The members in a list that was read after an exchange; undefined if no caller may list them. A session of the same
 * organization reads it, if it may: the run's other lists of members are read by a key.
 */
async function membersAfter(context: CaseContext, updater: Actor, { index }: Exchange): Promise<Exchange | undefined> {
  const known = await unlessFailed(() => members(context));
  if (known === undefined) return undefined;
  const isOfSame = updater.caller.organization === known.orgId && updater.caller.label !== known.actor.caller.label;
  const read = async (actor: Actor) => {
    const list = await actor.send("listMembers", { parameters: { orgId: known.orgId } });
    return list.isSuccess ? list : undefined;
  };
  const list = isOfSame ? await read(updater) : undefined;
  return list ?? (known.exchange.index > index ? known.exchange : read(known.actor));
}
