/** §4, endpoints 11 and 12, and §2.9: the authenticated user's own profile. */

import { isObject, type JsonObject } from "../../model/body.ts";
import { Skip } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { restorableFields } from "../../model/restorable-fields.ts";
import { type Actor, type CaseContext, defineCase } from "../case.ts";
import { expectSuccess, mismatch } from "../given/expect.ts";
import { firstPermitted, type Permitted } from "../given/permitted.ts";
import { avatarBase64, everyField, type Habit, noHabit, putProfile } from "../given/update-profile.ts";

const roles = ["session", "key"] as const;

const ownProfile = (context: CaseContext) => firstPermitted(context, "getMe", roles, (actor) => actor.read("getMe"));

export const getMe = defineCase({
  id: "answers.getMe",
  clause: "endpoint.getMe",
  claim: "The authenticated user's profile can be read",
  requests: 1,
  async run(context) {
    await ownProfile(context);
  },
});

/** The profile as it was. */
function before(exchange: Exchange): JsonObject {
  const body = exchange.json();
  if (!isObject(body)) throw new Skip("getMe to answer a profile");
  return restorableFields(body);
}

/** A picture of the user's own cannot be read back, and so not be restored: one is sent only where none of theirs is shown. */
function hasGeneratedPicture(profile: Exchange): boolean {
  const body = profile.json();
  const generated = /^(?:initials?|none|empty|default|generated?|identicon|gravatar|monogram|letters?|placeholder)\b/i;
  return isObject(body) && typeof body.avatarType === "string" && generated.test(body.avatarType);
}

interface Restorable {
  readonly actor: Actor;
  /** As the run found it at first, or an attempt anew. */
  readonly profile: Exchange;
  readonly was: JsonObject;
  readonly mayPicture: boolean;
}

/** The caller's own profile, its restoring arranged: asked for before anything is sent that might change it. */
export async function restorable(context: CaseContext): Promise<Restorable> {
  const { actor, exchange: profile } = await ownProfile(context);
  const was = before(profile);
  // As it was before the first update: later ones change what is shown.
  const mayPicture = await context.once("restoring the profile", async () => {
    const isGenerated = hasGeneratedPicture(profile);
    context.restore(async () => {
      const habit = noHabit();
      const restored = await putProfile(actor, { was, fields: {}, mayPicture: isGenerated, habit, isCleanup: true });
      if (!restored.isSuccess) throw new Error(`the update that restores it was answered ${restored.status}`);
      if (habit.leftOut.length > 0)
        context.note(`the profile was restored but for ${habit.leftOut.join(", ")}: an update with it was refused`);
    });
    return isGenerated;
  });
  return { actor, profile, was, mayPicture };
}

/** What is known of updates: the first that was taken, and what is taken at all. */
const updates = (context: CaseContext) =>
  context.once("updates", async (): Promise<{ taken?: Permitted; habit: Habit }> => ({ habit: noHabit() }));

/** An update of these fields; the others are sent as they are. */
export async function update(context: CaseContext, fields: JsonObject): Promise<Permitted> {
  const { actor, was, mayPicture } = await restorable(context);
  const known = await updates(context);
  const role = actor.caller.kind === "session" ? "session" : "key";
  const put = (one: Actor) => putProfile(one, { was, fields, mayPicture, habit: known.habit });
  const made = await firstPermitted(context, "updateMe", [role], put);
  known.taken ??= made;
  return made;
}

export const updateMe = defineCase({
  id: "answers.updateMe",
  clause: "endpoint.updateMe",
  claim: "The profile can be updated",
  needs: { writes: true },
  requests: 1,
  async run(context) {
    // Any that was taken shows it; else one that changes nothing.
    const { taken } = await updates(context);
    if (taken === undefined) await update(context, {});
  },
});

interface Pictured {
  readonly exchange: Exchange;
  /** getMe afterwards. */
  readonly profile: Exchange;
  readonly given: string;
  /** The target itself says this of a picture. */
  readonly isSeen: boolean;
}

/** A picture alone, and the profile that shows it. Which values avatarType takes is not said: one that organizations show, if any. */
async function sendPicture(context: CaseContext): Promise<Pictured> {
  const { actor } = await restorable(context);
  const picture = /^(?:image|photo|picture|upload|uploaded|custom|file)$/i;
  const organizations = await context.list(actor, "listOrganizations").catch(() => []);
  const seen = organizations.map(({ fields }) => String(fields.avatarType)).find((type) => picture.test(type));
  const given = seen ?? everyField.avatarType;
  const exchange = await actor.send("updateMe", { body: { avatarBase64, avatarType: given } });
  // Which values avatarType takes is not said; that the two fields are taken at all is.
  if (exchange.status >= 500) mismatch(exchange, "avatarBase64 and avatarType to be taken");
  // What became of the fields that were not given is not said; that what is shown is a profile is, and the laws judge it.
  const profile = await actor.send("getMe");
  expectSuccess(profile, "for getMe after an update of the avatar", [exchange]);
  return { exchange, profile, given, isSeen: seen !== undefined };
}

/** The picture that the run sends, once; undefined where it might take the place of what cannot be put back. */
export async function pictured(context: CaseContext): Promise<Pictured | undefined> {
  const { mayPicture } = await restorable(context);
  const { habit } = await updates(context);
  return mayPicture && !habit.leftOut.includes("avatarType")
    ? context.once("a picture", () => sendPicture(context))
    : undefined;
}

export const eachField = defineCase({
  id: "profile.each-field",
  clause: "profile.fields",
  claim: "An update with every field of endpoint 12 is accepted",
  needs: { writes: true },
  requests: 3,
  async run(context) {
    const names = { firstName: "Ada", lastName: "Lovelace" };
    const { exchange } = await update(context, { ...names, preferences: { mark: context.mark } });
    expectSuccess(exchange, "for an update of names and preferences");
    const picture = await pictured(context);
    if (picture === undefined) {
      return context.note("avatarBase64 was not sent: what the profile shows as its picture could not be put back");
    }
  },
});
