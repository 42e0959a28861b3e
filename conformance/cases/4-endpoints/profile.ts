/** §4, endpoints 11 and 12, and §2.9: the authenticated user's own profile. */
import { type Actor, type CaseContext, defineCase } from "../../case.ts";
import { Mismatch, Skip } from "../../check.ts";
import type { Exchange } from "../../exchange.ts";
import { expectSuccess, mismatch } from "../../expect.ts";
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

/** Which fields are required is not shown: where those that can be read are not enough, all go along. */
async function put(actor: Actor, body: JsonObject, isCleanup = false): Promise<Exchange> {
  const exchange = await actor.send("updateMe", { body, isCleanup });
  const isRefused = exchange.status >= 400 && exchange.status < 500 && ![401, 403].includes(exchange.status);
  return isRefused ? actor.send("updateMe", { body: { ...everyField, ...body }, isCleanup }) : exchange;
}

/** A picture of the user's own cannot be read back, and so not be restored: it is left alone. */
function hasPicture(profile: Exchange): boolean {
  const body = profile.json();
  return (
    isObject(body) &&
    typeof body.avatarType === "string" &&
    /image|picture|photo|upload|custom|file/i.test(body.avatarType)
  );
}

/** An update, with the restoring of the profile arranged before it is sent. */
async function update(context: CaseContext, fields: JsonObject): Promise<{ actor: Actor; exchange: Exchange }> {
  const { actor, exchange: profile } = await ownProfile(context);
  const was = before(profile);
  await context.once("restoring the profile", async () =>
    context.restore(async () => {
      await put(actor, was, true);
    }),
  );
  const role = actor.caller.kind === "session" ? "session" : "key";
  return firstPermitted(context, "updateMe", [role], (one) => put(one, { ...was, ...fields }));
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
  requests: 3,
  async run(context) {
    const { actor, exchange } = await update(context, {
      firstName: "Ada",
      lastName: "Lovelace",
      preferences: { mark: context.mark },
    });
    expectSuccess(exchange, "for an update of names and preferences");
    if (hasPicture(await actor.read("getMe"))) {
      return context.note("avatarBase64 was not sent: the user has a picture, which could not be put back");
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
    const profile = await actor.send("getMe");
    expectSuccess(profile, "for getMe after an update");
    const shown = profile.json();
    for (const [name, value] of Object.entries(given)) {
      const now = isObject(shown) ? shown[name] : undefined;
      if (now === undefined) continue;
      const isKept = name === "preferences" ? isObject(now) && now.theme === context.mark : now === value;
      if (!isKept) mismatch(profile, `${name} ${JSON.stringify(value)}, as it was updated`);
    }
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
