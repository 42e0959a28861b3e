/** §4, endpoints 11 and 12, and §2.9: the authenticated user's own profile. */
import { type Actor, type CaseContext, defineCase } from "../../case.ts";
import { Mismatch, Skip } from "../../check.ts";
import type { Exchange } from "../../exchange.ts";
import { expectSuccess, mismatch } from "../../expect.ts";
import { withinGrace } from "../../grace.ts";
import { isObject, type JsonObject } from "../../laws/body-view.ts";
import { firstPermitted } from "../../permitted.ts";

const roles = ["session", "key"] as const;

const ownProfile = (context: CaseContext) => firstPermitted(context, "getMe", roles, (actor) => actor.read("getMe"));

export const getMe = defineCase({
  id: "answers.getMe",
  clause: "endpoint.getMe",
  claim: "The authenticated user's profile can be read",
  requests: 1,
  async run(context) {
    const { exchange } = await ownProfile(context);
    context.observe("endpoint.success-codes", `getMe: ${exchange.status}`);
  },
});

/** The profile as it was, in the fields that endpoint 12 takes; what was not there cannot be put back. */
function before(exchange: Exchange): JsonObject {
  const body = exchange.json();
  if (!isObject(body)) throw new Skip("getMe to answer a profile");
  const fields = ["firstName", "lastName", "avatarType", "preferences"].filter((name) => body[name] !== undefined);
  return Object.fromEntries(fields.map((name) => [name, body[name]]));
}

/** A picture of one pixel. */
const avatarBase64 = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

/** All fields of endpoint 12. */
const everyField = { firstName: "Ada", lastName: "Lovelace", avatarBase64, avatarType: "image", preferences: {} };

/**
 * Which fields are required is not shown: where those that can be read are not enough, all go along, if a picture may.
 * Throws `Skip` where it may not.
 */
async function put(actor: Actor, body: JsonObject, mayPicture: boolean, isCleanup = false): Promise<Exchange> {
  const exchange = await actor.send("updateMe", { body, isCleanup });
  const isRefused = exchange.status >= 400 && exchange.status < 500 && ![401, 403, 404, 405].includes(exchange.status);
  if (!isRefused) return exchange;
  if (!mayPicture) throw new Skip(`a user whose avatarType shows a generated picture (it was told ${exchange.status})`);
  return actor.send("updateMe", { body: { ...everyField, ...body }, isCleanup });
}

/** A picture of the user's own cannot be read back, and so not be restored: one is sent only where none of theirs is shown. */
function hasGeneratedPicture(profile: Exchange): boolean {
  const body = profile.json();
  const generated = /^(?:initials?|none|empty|default|generated?|identicon|gravatar|monogram|letters?|placeholder)\b/i;
  return isObject(body) && typeof body.avatarType === "string" && generated.test(body.avatarType);
}

/** An update, with the restoring of the profile arranged before it is sent. */
async function update(context: CaseContext, fields: JsonObject): Promise<{ actor: Actor; exchange: Exchange }> {
  const { actor, exchange: profile } = await ownProfile(context);
  const was = before(profile);
  // As it was before the first update: later ones change what is shown.
  const mayPicture = await context.once("restoring the profile", async () => {
    const isGenerated = hasGeneratedPicture(profile);
    context.restore(async () => {
      const restored = await put(actor, was, isGenerated, true);
      if (!restored.isSuccess) throw new Error(`the update that restores it was answered ${restored.status}`);
    });
    return isGenerated;
  });
  const role = actor.caller.kind === "session" ? "session" : "key";
  return firstPermitted(context, "updateMe", [role], (one) => put(one, { ...was, ...fields }, mayPicture));
}

export const updateMe = defineCase({
  id: "answers.updateMe",
  clause: "endpoint.updateMe",
  claim: "The profile can be updated",
  needs: { writes: true },
  requests: 2,
  async run(context) {
    const { exchange } = await update(context, {});
    expectSuccess(exchange, "for updateMe");
    context.observe("endpoint.success-codes", `updateMe: ${exchange.status}`);
    context.observe("endpoint.update-body", exchange.response?.body === "" ? "none" : "a body");
  },
});

export const eachField = defineCase({
  id: "profile.each-field",
  clause: "profile.fields",
  claim: "An update with every field of endpoint 12 is accepted",
  needs: { writes: true },
  requests: 4,
  async run(context) {
    const { actor, exchange } = await update(context, {
      firstName: "Ada",
      lastName: "Lovelace",
      preferences: { mark: context.mark },
    });
    expectSuccess(exchange, "for an update of names and preferences");
    // A target may read 7 as text: the laws judge a refusal, and the restoring puts an update back.
    const wrong = await actor.send("updateMe", { body: { firstName: 7 }, intent: "invalid" });
    context.observe("endpoint.error-codes", `a number for a name: ${wrong.status}`);
    if (!hasGeneratedPicture(await actor.read("getMe"))) {
      return context.note("avatarBase64 was not sent: the user may have a picture, which could not be put back");
    }
    const avatar = await actor.send("updateMe", { body: { avatarBase64, avatarType: "image" } });
    // Which values avatarType takes is not said; that the two fields are taken at all is.
    if (avatar.status >= 500) mismatch(avatar, "avatarBase64 and avatarType to be taken");
    context.observe(
      "endpoint.update-required",
      avatar.isSuccess ? "none" : `an avatar alone is answered ${avatar.status}`,
    );
    // What became of the fields that were not given is not said; that what is shown is a profile is, and the laws judge it.
    expectSuccess(await actor.send("getMe"), "for getMe after an update of the avatar");
  },
});

export const updateKept = defineCase({
  id: "profile.update-kept",
  clause: "profile.kept",
  claim: "After an update the profile shows what it was given",
  needs: { writes: true },
  requests: 2,
  async run(context) {
    const plain = { firstName: "Grace", lastName: "Hopper", preferences: { theme: context.mark } };
    const odd = { ...plain, firstName: `Zoë ${context.mark}`, lastName: "O'Neill-Ķ 🙂" };
    // Which characters a name may have is not said: where odd ones are refused, plain ones are judged.
    const { actor, given } = await updateWith(context, odd, plain);
    const lost = (profile: Exchange) =>
      Object.entries(given).find(([name, value]) => {
        const shown = profile.json();
        const now = isObject(shown) ? shown[name] : undefined;
        if (now === undefined) return false;
        return name === "preferences" ? !isObject(now) || now.theme !== context.mark : now !== value;
      });
    const ask = () => actor.send("getMe");
    const profile = await withinGrace(context, ask, (one) => one.isSuccess && lost(one) === undefined);
    expectSuccess(profile, "for getMe after an update");
    const [name, value] = lost(profile) ?? [];
    if (name !== undefined) mismatch(profile, `${name} ${JSON.stringify(value)}, as it was updated`);
  },
});

async function updateWith(context: CaseContext, odd: JsonObject, plain: JsonObject) {
  try {
    return { ...(await update(context, odd)), given: odd };
  } catch (error) {
    const status = error instanceof Mismatch ? (error.exchanges[0]?.status ?? 0) : 0;
    if (!(error instanceof Skip) && (status < 400 || status >= 500)) throw error;
    context.observe("error.statuses", `a profile with names beyond ASCII: ${status === 0 ? "refused" : status}`);
    return { ...(await update(context, plain)), given: plain };
  }
}
