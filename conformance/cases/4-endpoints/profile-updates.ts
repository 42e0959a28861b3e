/** §4, endpoint 12: what an update of the profile changes, and what it leaves as it is. */

import { isObject, type JsonObject } from "../../model/body.ts";
import { Mismatch, Skip } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type CaseContext, defineCase } from "../case.ts";
import { withinGrace } from "../given/eventually.ts";
import { expectSuccess, mismatch } from "../given/expect.ts";
import { pictured, restorable, update } from "./profile.ts";

/** An emoji may well be dropped, or replaced: up to it a text is judged, and what became of it observed. */
const emoji = "🙂";

/** What was given stands there, whatever way it is composed; in an object more may. */
function isKept(given: unknown, shown: unknown): boolean {
  if (typeof given === "string") {
    const [judged = "", ...rest] = given.normalize("NFC").split(emoji);
    if (typeof shown !== "string") return false;
    const now = shown.normalize("NFC");
    return rest.length === 0 ? now === judged : now.startsWith(judged.trim());
  }
  if (!isObject(given)) return JSON.stringify(given) === JSON.stringify(shown);
  return isObject(shown) && Object.entries(given).every(([name, value]) => isKept(value, shown[name]));
}

export const updateKept = defineCase({
  id: "profile.update-kept",
  clause: "profile.kept",
  claim: "After an update the profile shows what it was given",
  needs: { writes: true },
  requests: 2,
  async run(context) {
    const theme = context.mark;
    const plain = { firstName: "Grace", lastName: "Hopper", preferences: { theme } };
    const odd = {
      firstName: `Zoë ${context.mark}`,
      lastName: `O'Neill-Ķowalska ${emoji}`,
      preferences: { theme, digest: { days: ["mon", "fri"], at: { hour: 7 } } },
    };
    // Which characters a name may have is not said: where odd ones are refused, plain ones are judged.
    const { actor, exchange, given } = await updateWith(context, odd, plain);
    const lost = (profile: Exchange) =>
      Object.entries(given).find(([name, value]) => {
        const shown = profile.json();
        const now = isObject(shown) ? shown[name] : undefined;
        return now !== undefined && !isKept(value, now);
      });
    const ask = () => actor.send("getMe");
    const profile = await withinGrace(context, ask, (one) => one.isSuccess && lost(one) === undefined);
    expectSuccess(profile, "for getMe after an update", [exchange]);
    const [name, value] = lost(profile) ?? [];
    const expected = `${name} ${JSON.stringify(value)}, as it was updated`;
    if (name !== undefined) mismatch(profile, expected, { after: [exchange] });
    if (given === odd) observeEmoji(context, profile);
  },
});

function observeEmoji(context: CaseContext, profile: Exchange): void {
  const shown = profile.json();
  const { lastName } = isObject(shown) ? shown : {};
  const isLost = typeof lastName === "string" && !lastName.includes(emoji);
  if (isLost) context.observe("limit.other-tiers", "an emoji in a name is not kept");
}

async function updateWith(context: CaseContext, odd: JsonObject, plain: JsonObject) {
  try {
    return { ...(await update(context, odd)), given: odd };
  } catch (error) {
    const status = error instanceof Mismatch ? (error.exchanges.at(-1)?.status ?? 0) : 0;
    if (!(error instanceof Skip) && (status < 400 || status >= 500)) throw error;
    context.observe("error.statuses", `a profile with names beyond ASCII: ${status === 0 ? "refused" : status}`);
    return { ...(await update(context, plain)), given: plain };
  }
}

/** What the profile shows as avatarType. */
function avatarTypeOf(profile: Exchange): unknown {
  const body = profile.json();
  return isObject(body) ? body.avatarType : undefined;
}

export const avatarTypeKept = defineCase({
  id: "profile.avatar-type-kept",
  clause: "profile.kept",
  claim: "After a picture was taken, avatarType is no longer what it was",
  needs: { writes: true },
  async run(context) {
    const { actor, profile: before, was } = await restorable(context);
    const picture = await pictured(context);
    if (picture === undefined) throw new Skip("a user whose avatarType shows a generated picture");
    if (!picture.isSeen) throw new Skip("an organization whose avatarType shows a picture");
    const { exchange, profile, given } = picture;
    const isLost = (one: Exchange) => avatarTypeOf(one) === was.avatarType;
    if (!exchange.isSuccess || was.avatarType === given || !isLost(profile)) return;
    // A picture may take its time.
    await context.sleep(context.feedbackGraceMs);
    const last = await actor.send("getMe");
    if (!isLost(last)) return;
    const actual = `avatarType ${JSON.stringify(was.avatarType)}, as before`;
    mismatch(last, `avatarType ${JSON.stringify(given)}, as it was updated`, { actual, after: [before, exchange] });
  },
});
