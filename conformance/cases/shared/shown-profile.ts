/** §4, endpoints 11 and 12: the profile that a session is shown is the one that it updates. */
import { bodyOf } from "../../model/body.ts";
import { restorableFields } from "../../model/restorable-fields.ts";
import type { ActorExchange, CaseContext, Exchange } from "../case.ts";
import { eventually, mismatch, unlessSkipped } from "./expect.ts";
import { isDeclaredDenied } from "./permitted.ts";
import { updatesSoFar } from "./profile.ts";
import { containsName, uniqueName } from "./unique-names.ts";
import { putProfile } from "./update-profile.ts";
import { isOtherPerson, userIn } from "./users.ts";

/**
 * For a session that is shown the profile of the run's first session: two sessions of one user are legal, but then each shows what the
 * other updates. `earlier`: the accepted update of the first session, which sent the name `earlierName`.
 */
export async function expectUpdatesOfShownProfile(
  context: CaseContext,
  { actor, exchange: before }: ActorExchange,
  earlier: Exchange,
  earlierName: string,
): Promise<void> {
  const shown = userIn(before);
  const { label } = actor.caller;
  if (shown === undefined || isDeclaredDenied(actor.caller, "updateMe")) return;
  const original = restorableFields(shown.fields);
  const strategy = { ...(await updatesSoFar(context)).strategy };
  const put = (fields: Readonly<Record<string, unknown>>, isCleanup = false) =>
    putProfile(actor, { original, fields, mayReplacePicture: false, strategy, isCleanup });
  // The first session restores what is its user's profile, too.
  let mustRestore = false;
  context.restore(`the profile of ${label}`, async () => {
    if (mustRestore) await put({}, true);
  });
  // What it does is not shown. Where it changes nothing, and shows whose profile it is, that user's profile stays as it is.
  const empty = await actor.send("updateMe", { body: {}, intent: "invalid" });
  const updated = userIn(empty);
  if (updated !== undefined && isOtherPerson(updated, shown))
    mismatch(empty, `the user that GET /v1/me shows ${label}, ${JSON.stringify(shown.id)}`, {
      actual: `id ${JSON.stringify(updated.id)}: does GET /v1/me show another user's profile?`,
      after: [before],
    });
  const name = await uniqueName(context);
  mustRestore = true;
  const update = await unlessSkipped(() => put({ firstName: name, lastName: name }));
  mustRestore = update?.isSuccess === true;
  if (update === undefined || !update.isSuccess) return;
  const fieldWith = (text: string, profile: Exchange) =>
    ["firstName", "lastName"].find((field) => containsName(bodyOf(profile)[field], text));
  const isUpdated = (profile: Exchange) => fieldWith(name, profile) !== undefined;
  const after = await eventually(context, () => actor.send("getMe"), isUpdated);
  mustRestore = !isUpdated(after);
  const field = fieldWith(earlierName, after);
  if (isUpdated(after) || field === undefined) return;
  context.note(
    `the profile that ${label} updates may have changed: GET /v1/me shows ${label} another one, so it could not be restored`,
  );
  mismatch(after, `the profile of ${label} with the name of its own update, ${name}`, {
    actual: `its ${field} shows ${earlierName}, which the update of ${earlier.credential} sent: does GET /v1/me show another user's profile?`,
    after: [earlier, update],
  });
}
