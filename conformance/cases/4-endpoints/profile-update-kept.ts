/** §4, endpoints 11 and 12: the profile shows what an update changed. */
import { isObject, type JsonObject } from "../../model/body.ts";
import { type CaseContext, defineCase, type Exchange, Mismatch, Skip } from "../case.ts";
import { bodyOf, eventually, expectSuccess, mismatch, stringIn } from "../given/expect.ts";
import { updateProfile } from "../given/profile.ts";

/** A target may drop or replace an emoji: a text is judged up to it, and what became of it is observed. */
const emoji = "🙂";

export const profileUpdateKept = defineCase({
  id: "profile.update-kept",
  clause: "profile.kept",
  claim: "After an update the profile shows the new values",
  needs: { writes: true },
  async run(context) {
    const { actor, exchange, given } = await updateWithUnusualNames(context);
    const ask = () => actor.send("getMe");
    const profile = await eventually(context, ask, (shown) => shown.isSuccess && lostField(given, shown) === undefined);
    expectSuccess(profile, "for getMe after an update", [exchange]);
    const lost = lostField(given, profile);
    if (lost !== undefined)
      mismatch(profile, `${lost} ${JSON.stringify(given[lost])}, as it was updated`, { after: [exchange] });
    const hasSentEmoji = JSON.stringify(given.lastName).includes(emoji);
    if (hasSentEmoji && stringIn(profile, "lastName")?.includes(emoji) === false)
      context.observe("limit.other-tiers", "an emoji in a name is not kept");
  },
});

/** Which characters a name may have is not shown: where unusual ones are refused, plain ones are judged. */
async function updateWithUnusualNames(context: CaseContext) {
  const theme = context.mark;
  const unusual = {
    firstName: `Zoë ${context.mark}`,
    lastName: `O'Neill-Ķowalska ${emoji}`,
    preferences: { theme, digest: { days: ["mon", "fri"], at: { hour: 7 } } },
  };
  const plain = { firstName: "Grace", lastName: "Hopper", preferences: { theme } };
  const update = async (given: JsonObject) => ({ ...(await updateProfile(context, given)), given });
  try {
    return await update(unusual);
  } catch (error) {
    const status = error instanceof Mismatch ? (error.exchanges.at(-1)?.status ?? 0) : 0;
    if (!(error instanceof Skip) && (status < 400 || status >= 500)) throw error;
    context.observe("error.statuses", `a profile with names beyond ASCII: ${status === 0 ? "refused" : status}`);
    return update(plain);
  }
}

/** A field that the profile shows with another value than was given. */
function lostField(given: JsonObject, profile: Exchange): string | undefined {
  const shown = bodyOf(profile);
  return Object.keys(given).find((name) => shown[name] !== undefined && !isKept(given[name], shown[name]));
}

/** A text may be composed in another Unicode form; an object may have more entries. */
function isKept(given: unknown, shown: unknown): boolean {
  if (typeof given === "string") {
    const [beforeEmoji = "", ...rest] = given.normalize("NFC").split(emoji);
    if (typeof shown !== "string") return false;
    const text = shown.normalize("NFC");
    return rest.length === 0 ? text === beforeEmoji : text.startsWith(beforeEmoji.trim());
  }
  if (!isObject(given)) return JSON.stringify(given) === JSON.stringify(shown);
  return isObject(shown) && Object.entries(given).every(([name, value]) => isKept(value, shown[name]));
}
