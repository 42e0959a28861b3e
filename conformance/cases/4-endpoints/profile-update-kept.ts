/** §4, endpoints 11 and 12: the profile shows what an update changed, and so does the list of members (§2.8). */
import { type JsonObject, listedOf } from "../../model/body.ts";
import { type CaseContext, defineCase, type Exchange, Mismatch, Skip } from "../case.ts";
import { bodyOf, eventually, expectSuccess, mismatch, stringIn, unlessFailed } from "../given/expect.ts";
import { emoji, isKept } from "../given/kept-value.ts";
import { members } from "../given/organizations.ts";
import { ownProfile, updateProfile } from "../given/profile.ts";
import { isSamePerson, personOf, userIn } from "../given/users.ts";

export const profileUpdateKept = defineCase({
  id: "profile.update-kept",
  clause: "profile.kept",
  claim: "After an update the profile and the list of members show the new values",
  needs: { writes: true },
  async run(context) {
    const { exchange: before } = await ownProfile(context);
    const membersBefore = await unlessFailed(() => members(context));
    const { actor, exchange, given } = await updateWithUnusualNames(context);
    const ask = () => actor.send("getMe");
    const profile = await eventually(
      context,
      ask,
      (shown) => shown.isSuccess && lostField(given, before, shown) === undefined,
    );
    expectSuccess(profile, "for getMe after an update", [exchange]);
    const lost = lostField(given, before, profile);
    if (lost !== undefined)
      mismatch(profile, `${lost} ${JSON.stringify(given[lost])}, as it was sent`, { after: [exchange] });
    const updated = Object.keys(given);
    if (updated.every((name) => bodyOf(profile)[name] === undefined))
      throw new Skip(`getMe shows none of the fields that were updated (${updated.join(", ")}): see user.all-fields`);
    const hasSentEmoji = JSON.stringify(given.lastName).includes(emoji);
    if (hasSentEmoji && stringIn(profile, "lastName")?.includes(emoji) === false)
      context.observe("limit.other-tiers", "an emoji in a name is not kept");
    if (membersBefore !== undefined) await expectNewName(context, membersBefore, exchange, profile);
  },
});

/** What may be kept in a free-form object is any JSON. */
const text = `Zürich 東京 العربية 𝔘𝔫𝔦 <b>"bold"</b> & 'plain' \\ \`back\``;

/** What serializers and columns drop, or turn into another type. Not null: an update may remove with it. */
const plainValues = { sound: false, beta: true, volume: 0, ratio: 0.5, note: "", pinned: [], layout: {} };

/** Which characters a name may have is not shown: where unusual ones are refused, plainer ones are judged. */
async function updateWithUnusualNames(context: CaseContext) {
  const theme = context.mark;
  const preferences = {
    theme,
    motto: text,
    digest: { days: ["mon", "fri"], at: { hour: 7, place: text } },
    ...plainValues,
  };
  const firstName = `Zoë ${context.mark}`;
  const attempts: readonly (readonly [what: string, given: JsonObject])[] = [
    ["with markup in its names", { firstName, lastName: `O'Neill-Ķowalska & <i>"Sons"</i> ${emoji}`, preferences }],
    ["with names beyond ASCII", { firstName, lastName: `O'Neill-Ķowalska ${emoji}`, preferences }],
  ];
  for (const [what, given] of attempts) {
    try {
      return { ...(await updateProfile(context, given)), given };
    } catch (error) {
      const status = error instanceof Mismatch ? (error.exchanges.at(-1)?.status ?? 0) : 0;
      if (!(error instanceof Skip) && (status < 400 || status >= 500)) throw error;
      context.observe("error.statuses", `a profile ${what}: ${status === 0 ? "refused" : status}`);
    }
  }
  const given: JsonObject = { firstName: "Grace", lastName: "Hopper", preferences: { theme } };
  return { ...(await updateProfile(context, given)), given };
}

/** A field that the profile shows with another value than was given, or showed only before. */
function lostField(given: JsonObject, before: Exchange, profile: Exchange): string | undefined {
  const [shown, shownBefore] = [bodyOf(profile), bodyOf(before)];
  return Object.keys(given).find((name) =>
    shown[name] === undefined ? shownBefore[name] !== undefined : !isKept(given[name], shown[name]),
  );
}

const names = ["firstName", "lastName"] as const;

/** A list of members may show other names than the profile does: only one that shows the names from before the update is out of date. */
async function expectNewName(
  context: CaseContext,
  { actor, orgId, exchange: before }: Awaited<ReturnType<typeof members>>,
  update: Exchange,
  profile: Exchange,
): Promise<void> {
  const me = userIn(profile);
  const membershipIn = (list: Exchange) =>
    me && listedOf(list).find(({ id, fields }) => isSamePerson(personOf(id, fields), me));
  const old = membershipIn(before)?.fields;
  if (old === undefined || names.every((name) => old[name] === me?.fields[name])) return;
  const isOutOfDate = (list: Exchange) => {
    const { fields } = membershipIn(list) ?? {};
    return fields !== undefined && names.every((name) => fields[name] === old[name]);
  };
  const ask = () => actor.send("listMembers", { parameters: { orgId } });
  const list = await eventually(context, ask, (shown) => !isOutOfDate(shown));
  if (isOutOfDate(list))
    mismatch(list, `the member ${JSON.stringify(me?.fields.firstName)}, as the profile shows`, {
      actual: `${JSON.stringify(old.firstName)}, as before the update`,
      after: [before, update, profile],
    });
}
