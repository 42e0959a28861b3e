/** §4, endpoints 11 and 12: the profile shows what an update changed, and so does the list of members (§2.8). */
import { formatPointer } from "../../../cli/json-pointer.ts";
import { bodyOf, isObject, type JsonObject, listItems, stringIn } from "../../model/body.ts";
import { type ActorExchange, type CaseContext, defineCase, type Exchange, Mismatch, Skip } from "../case.ts";
import { eventually, expectSuccess, mismatch, unlessFailed } from "../shared/expect.ts";
import { type ChangedEntry, changedEntry, emoji } from "../shared/kept-value.ts";
import { members } from "../shared/organizations.ts";
import { restorableProfile, updateProfile } from "../shared/profile.ts";
import { isSamePerson, personOf, userIn } from "../shared/users.ts";

export const profileUpdateKept = defineCase({
  id: "profile.update-kept",
  clause: "profile.kept",
  claim: "After an update the profile shows the new values, and so does a list of members that shows the user",
  needs: { writes: true },
  async run(context) {
    // Before all updates of the run: after one, a field may be missing.
    const { profile: before } = await restorableProfile(context);
    const membersBefore = await unlessFailed(() => members(context));
    const { actor, exchange, given } = await updateWithUnusualNames(context);
    const profile = await profileAfter(context, { actor, exchange, given }, before);
    const lost = lostEntry(given, before, profile);
    if (lost !== undefined) {
      await expectKeptAlone(context, lost, given, before);
      failLost(lost, exchange, profile);
    }
    const updated = Object.keys(given);
    if (updated.every((name) => bodyOf(profile)[name] === undefined))
      throw new Skip(`getMe shows none of the fields that were updated (${updated.join(", ")}): see user.all-fields`);
    const hasSentEmoji = JSON.stringify(given.lastName).includes(emoji);
    if (hasSentEmoji && stringIn(profile, "lastName")?.includes(emoji) === false)
      context.observe("limit.other-tiers", "an emoji in a name is not kept");
    if (membersBefore !== undefined) await expectNewName(context, membersBefore, exchange, profile);
  },
});

/** The profile when it shows the update, or the grace is over. */
async function profileAfter(
  context: CaseContext,
  { actor, exchange, given }: ActorExchange & { readonly given: JsonObject },
  before: Exchange,
): Promise<Exchange> {
  const isShown = (shown: Exchange) => shown.isSuccess && lostEntry(given, before, shown) === undefined;
  const profile = await eventually(context, () => actor.send("getMe"), isShown);
  expectSuccess(profile, "for getMe after an update", [exchange]);
  return profile;
}

function failLost({ path, given, shown }: ChangedEntry, update: Exchange, profile: Exchange): never {
  const name = formatPointer(path);
  mismatch(profile, `${name} to be ${JSON.stringify(given)}, as it was sent`, {
    actual: shown === undefined ? `no ${name}` : `${name} is ${JSON.stringify(shown)}`,
    after: [update],
  });
}

/** Fails if the entry is lost also after an update with it alone, which is shorter to repeat; of an object, its shortest entry. */
async function expectKeptAlone(
  context: CaseContext,
  { path: [field = "", name] }: ChangedEntry,
  given: JsonObject,
  before: Exchange,
): Promise<void> {
  const value = given[field];
  const lengthOf = (entry: unknown) => JSON.stringify(entry).length;
  const [entry] = Object.entries(Object(value))
    .filter(([each]) => name === undefined || each === String(name))
    .toSorted((a, b) => lengthOf(a) - lengthOf(b));
  const alone = { [field]: isObject(value) && entry !== undefined ? Object.fromEntries([entry]) : value };
  const updated = await unlessFailed(() => updateProfile(context, alone));
  if (updated === undefined) return;
  const profile = await profileAfter(context, { ...updated, given: alone }, before);
  const lost = lostEntry(alone, before, profile);
  if (lost !== undefined) failLost(lost, updated.exchange, profile);
}

/** A free-form object may hold any JSON. */
const text = `Zürich 東京 العربية 𝔘𝔫𝔦 <b>"bold"</b> & 'plain' \\ \`back\``;

/** Values that serializers and columns drop, or turn into another type. Not null, which may remove an entry. */
const plainValues = { sound: false, beta: true, volume: 0, ratio: 0.5, note: "", pinned: [], layout: {} };

/** Values that converters read as something else: a number, a date, a word of JSON, a path, a name in another case. */
const convertibleValues = {
  code: "007",
  amount: "1e3",
  answer: "true",
  choice: "null",
  day: "2026-02-03",
  time: "2026-02-03T04:05:06+02:00",
  count: 12_345_678_901,
  nested: [["a", ["b"]], [], { id: 1 }, 0, false],
  "1": { "0": "first", "1": "second" },
  "editor.font": "mono",
  darkMode: "auto",
  snake_case: { camelCase: "both", "kebab-case": "kept", Capital: "too" },
  constructor: "text",
  $set: "text",
  long: "wide ".repeat(60).trim(),
  indented: "  two spaces before, and after  ",
  lines: "one\n\ttwo\n",
};

/** Numbers that columns and types round or cut off. All are doubles, as JSON's numbers usually are (RFC 8259, §6). */
const numbers = {
  offset: -7,
  temperature: -0.25,
  precise: 0.123456789012345,
  latitude: 47.3769123,
  largest: Number.MAX_SAFE_INTEGER,
  smallest: Number.MIN_SAFE_INTEGER,
  tiny: 1.5e-7,
  great: 1e21,
};

/** Which names and preferences are allowed is not shown. If unusual ones are rejected, plainer ones are sent. */
async function updateWithUnusualNames(context: CaseContext) {
  const theme = context.mark;
  const preferences = {
    theme,
    motto: text,
    digest: { days: ["mon", "fri"], at: { hour: 7, place: text } },
    ...plainValues,
  };
  // The last letter is beyond Latin-1.
  const firstName = `Zoë ${context.mark} Š`;
  const markup = { firstName, lastName: `O'Neill-Ķowalska & <i>"Sons"</i> ${emoji} III` };
  // The seed chooses whether converters may read a name, too, as something else.
  const digits = context.seed % 2 === 0 ? {} : { firstName: "007" };
  const unusual = { ...preferences, ...convertibleValues, ...numbers };
  const attempts: readonly (readonly [what: string, given: JsonObject])[] = [
    ["with unusual preferences", { ...markup, ...digits, preferences: unusual }],
    ["with markup in its names", { ...markup, preferences }],
    ["with names beyond ASCII", { firstName, lastName: `O'Neill-Ķowalska ${emoji} III`, preferences }],
  ];
  for (const [what, given] of attempts) {
    try {
      return { ...(await updateProfile(context, given)), given };
    } catch (error) {
      const status = error instanceof Mismatch ? error.exchanges.at(-1)?.status : undefined;
      const isClientError = status !== undefined && status >= 400 && status < 500;
      if (!(error instanceof Skip) && !isClientError) throw error;
      context.observe("error.statuses", `a profile ${what}: ${status ?? "refused"}`);
    }
  }
  const given: JsonObject = { firstName: "Grace", lastName: "Hopper", preferences: { theme } };
  return { ...(await updateProfile(context, given)), given };
}

/** A value that the profile shows differently, or no longer, though it showed the field before the update. */
function lostEntry(given: JsonObject, before: Exchange, profile: Exchange): ChangedEntry | undefined {
  const [shown, shownBefore] = [bodyOf(profile), bodyOf(before)];
  const visible = Object.entries(given).filter(
    ([name]) => shown[name] !== undefined || shownBefore[name] !== undefined,
  );
  return changedEntry(Object.fromEntries(visible), shown);
}

const names = ["firstName", "lastName"] as const;

/** A list of members may show other names than the profile. It is out of date only if it shows the old names. */
async function expectNewName(
  context: CaseContext,
  { actor, orgId, exchange: before }: Awaited<ReturnType<typeof members>>,
  update: Exchange,
  profile: Exchange,
): Promise<void> {
  const me = userIn(profile);
  const membershipIn = (list: Exchange) =>
    me && listItems(list).find(({ id, fields }) => isSamePerson(personOf(id, fields), me));
  const old = membershipIn(before)?.fields ?? {};
  const changed = names.filter((name) => me?.fields[name] !== undefined && old[name] !== me.fields[name]);
  if (changed.length === 0 || changed.every((name) => old[name] === undefined)) return;
  const isOutOfDate = (list: Exchange) => {
    const { fields } = membershipIn(list) ?? {};
    return fields !== undefined && changed.every((name) => fields[name] === old[name]);
  };
  const ask = () => actor.send("listMembers", { parameters: { orgId } });
  const list = await eventually(context, ask, (shown) => !isOutOfDate(shown));
  if (isOutOfDate(list))
    mismatch(list, `the member ${JSON.stringify(me?.fields.firstName)}, as the profile shows`, {
      actual: `${JSON.stringify(old.firstName)}, as before the update`,
      after: [before, update, profile],
    });
}
