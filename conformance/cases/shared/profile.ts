/** §4, endpoints 11 and 12, and §2.9: the authenticated user's profile, which the run changes and restores. */
import { bodyOf, isObject, type JsonObject, requestJson, stringIn } from "../../model/body.ts";
import { restorableFields } from "../../model/restorable-fields.ts";
import {
  type Actor,
  type ActorExchange,
  type CaseContext,
  type Exchange,
  isServerError,
  noActionNeeded,
  Skip,
} from "../case.ts";
import { mayConcernBody } from "./error-response.ts";
import { expectSuccess, mismatch } from "./expect.ts";
import { skipIfNamesAreFixed } from "./fixed-names.ts";
import { itemsOrNone } from "./lists.ts";
import { availableActors, firstPermitted, forThisCase } from "./permitted.ts";
import { avatarBase64, everyField, initialStrategy, putProfile } from "./update-profile.ts";
import { skipIfUpdatesAreLimited } from "./updates-limited.ts";
import { otherUsers } from "./users.ts";

/** The reason of a skip if getMe shows no profile. */
export const noProfile = "getMe answers without a profile, which could be put back: see answers.getMe";

export const ownProfile = (context: CaseContext) =>
  firstPermitted(context, "getMe", ["session", "key"], (actor) => actor.read("getMe"));

/** A picture cannot be restored, since it cannot be read. So one is sent only if the user has set none. */
export function hasGeneratedPicture(profile: Exchange): boolean {
  const generated = /^(?:initials?|none|empty|default|generated?|identicon|gravatar|monogram|letters?|placeholder)\b/i;
  return generated.test(stringIn(profile, "avatarType") ?? "");
}

/** The caller's profile, which each half of the run restores at its end. To be called before anything that may change it. */
export async function restorableProfile(context: CaseContext) {
  const shared = await context.once("the profile before all updates", async () => {
    const { actor, exchange: profile } = await ownProfile(context);
    if (!isObject(profile.json())) throw new Skip(noProfile);
    // Before the first update, which changes what is shown.
    await otherUsers(context, profile);
    const original = restorableFields(bodyOf(profile));
    return { actor, original, mayReplacePicture: hasGeneratedPicture(profile), profile };
  });
  const restorable = forThisCase(context, shared);
  context.restore("the profile", () => restoreProfile(context, restorable));
  return restorable;
}

interface Restorable {
  readonly actor: Actor;
  readonly original: JsonObject;
  readonly mayReplacePicture: boolean;
}

async function restoreProfile(context: CaseContext, { actor, original, mayReplacePicture }: Restorable): Promise<void> {
  // If the caller may not update, and all updates are rejected, the profile is unchanged.
  const updates = context.exchangesOf("updateMe");
  const isForbidden = ({ actor: { caller }, exchange }: ActorExchange) =>
    caller.label === actor.caller.label && exchange.status === 403;
  const isRejected = ({ exchange: { status } }: ActorExchange) => status >= 400 && status < 500;
  if (updates.some(isForbidden) && updates.every(isRejected)) return;
  const strategy = initialStrategy();
  const restored = await putProfile(actor, { original, fields: {}, mayReplacePicture, strategy, isCleanup: true });
  if (!restored.isSuccess) throw new Error(`the update that restores it was answered ${restored.status}`);
  if (strategy.omitted.length > 0)
    context.note(
      `the profile was restored except for ${strategy.omitted.join(", ")}: an update with ${strategy.omitted.length === 1 ? "it" : "them"} was rejected`,
    );
  const added = preferencesAdded(restored, original, updates);
  if (added.length > 0)
    context.note(
      `preferences that this run added (${added.slice(0, 3).join(", ")}${added.length > 3 ? ", …" : ""}) are still in the answer to the update that restores the profile: does the target merge preferences into the earlier ones?`,
    );
  const { avatarType } = bodyOf(restored);
  if (mayReplacePicture && typeof avatarType === "string" && avatarType !== original.avatarType)
    context.note(
      `avatarType of the profile is still ${JSON.stringify(avatarType)} in the answer to the update that restores it: the picture that this run sent may have remained`,
    );
  const unseen = ["firstName", "lastName", "preferences"].filter((name) => original[name] === undefined);
  if (unseen.length > 0)
    context.note(
      `${unseen.join(", ")} of the profile may be as this run set them: getMe did not show what was there before`,
    );
}

/** The keys of preferences that only this run's updates sent, and that the answer to the restoring one still shows. */
function preferencesAdded(restored: Exchange, original: JsonObject, updates: readonly ActorExchange[]): string[] {
  if (!isObject(original.preferences)) return [];
  const keysOf = (profile: unknown) => (isObject(profile) && isObject(profile.preferences) ? profile.preferences : {});
  const sent = new Set(updates.flatMap(({ exchange }) => Object.keys(keysOf(requestJson(exchange)))));
  return Object.keys(keysOf(restored.json())).filter((key) => sent.has(key) && !(key in keysOf(original)));
}

/** The results of the run's updates. */
export const updatesSoFar = (context: CaseContext) =>
  context.once("updates", async () => ({ anyAccepted: false, strategy: initialStrategy() }));

/** Updates these fields; the other fields are sent as they are. */
export async function updateProfile(context: CaseContext, fields: JsonObject): Promise<ActorExchange> {
  const { actor, original, mayReplacePicture } = await restorableProfile(context);
  const updates = await updatesSoFar(context);
  const role = actor.caller.kind === "session" ? "session" : "key";
  const put = async (caller: Actor) => {
    const update = { original, fields, mayReplacePicture, strategy: updates.strategy };
    const exchange = await putProfile(caller, update);
    await skipIfUpdatesAreLimited(context, caller, exchange);
    await skipIfNamesAreFixed(caller, update, exchange);
    return exchange;
  };
  const updated = await firstPermitted(context, "updateMe", [role], put, { remedy: remedyForUpdates(context, actor) });
  updates.anyAccepted = true;
  return updated;
}

/**
 * The user's remedy if the caller whose profile is restored may not update it. A key updates another user's profile,
 * and is used only if no session is declared.
 */
export function remedyForUpdates(context: CaseContext, { caller }: Actor): string | undefined {
  const [key] = caller.kind === "session" ? availableActors(context, ["key"]) : [];
  return key === undefined
    ? undefined
    : `add a session that may to the target file, or take ${caller.label} out of it for one run: then ${key.caller.label} sends the updates`;
}

/** The reason why no picture is sent. */
export async function noPicture(context: CaseContext): Promise<Skip> {
  const { profile, mayReplacePicture } = await restorableProfile(context);
  if (mayReplacePicture) return noActionNeeded("updates with avatarType are rejected: its values are not shown");
  const { avatarType } = bodyOf(profile);
  const shown = JSON.stringify(avatarType);
  if (typeof avatarType !== "string")
    return new Skip(
      `getMe shows ${shown ?? "no"} avatarType, and a picture could not be put back: see user.${shown === undefined ? "all-fields" : "field-types"}`,
    );
  return new Skip(
    `needs a user with a generated avatar (avatarType initials or none), since a picture could not be put back: getMe shows ${shown}; add a session of one to the target file, or where no user has one, no action is needed`,
  );
}

/** The result of updates with a picture, sent once in a run. Undefined if a picture of the user would be lost. */
export async function pictureUpdate(context: CaseContext) {
  const { mayReplacePicture } = await restorableProfile(context);
  const { strategy } = await updatesSoFar(context);
  return mayReplacePicture && !strategy.omitted.includes("avatarType")
    ? context.once("a picture", () => sendPicture(context))
    : undefined;
}

/**
 * Which values avatarType takes is not shown. So the picture is sent with the value that an organization shows for a
 * picture, if any does. If it is rejected, it is sent with `image`, then alone, then with all other fields, since an
 * update may require them; with `image`, and at last as they are.
 */
async function sendPicture(context: CaseContext) {
  const { actor, original } = await restorableProfile(context);
  const picture = /^(?:image|photo|picture|upload|uploaded|custom|file)$/i;
  const organizations = await itemsOrNone(actor, "listOrganizations");
  const shown = organizations.map(({ fields }) => String(fields.avatarType)).find((type) => picture.test(type));
  const send = async (fields: { readonly avatarType?: string }) => {
    const exchange = await actor.send("updateMe", { body: { ...fields, avatarBase64 } });
    if (isServerError(exchange)) mismatch(exchange, "a 2xx or a 4xx for an update with avatarBase64 and avatarType");
    return { exchange, avatarType: fields.avatarType };
  };
  const { avatarType } = everyField;
  let sent = await send({ avatarType: shown ?? avatarType });
  for (const fields of [...(shown === undefined ? [] : [{ avatarType }]), {}, { ...original, avatarType }, original])
    if (mayConcernBody(sent.exchange)) sent = await send(fields);
  if (sent.exchange.isSuccess) (await updatesSoFar(context)).anyAccepted = true;
  // What an update does to fields that it lacks is not shown. getMe must still show a profile, which the laws judge.
  const profile = await actor.send("getMe");
  expectSuccess(profile, "for getMe after an update of the avatar", [sent.exchange]);
  const isShown = shown !== undefined;
  return { ...sent, actor, profile, isShown, isKnownType: isShown && sent.avatarType === shown };
}
