/** The profile that generated updates change: whose it is, and how it is restored. */
import type { Caller } from "../client/caller.ts";
import type { Client } from "../client/client.ts";
import type { Body } from "../generate/place.ts";
import { isObject } from "../model/body.ts";
import { restorableFields } from "../model/restorable-fields.ts";
import { restoreProfile as restoreWithRetries } from "../run/cases/restore.ts";
import { ifAnswered } from "./if-answered.ts";
import type { SchemathesisRun } from "./schemathesis-run.ts";

export interface Profile {
  /** The only caller that may update, because only its profile is restored. */
  readonly caller: Caller;
  /** The fields that endpoint 12 takes, without the picture, which cannot be read. */
  readonly fields: Body;
}

/** The profile of a session, or else of a key; undefined if no caller can read its profile. */
export async function readProfile(client: Client, callers: readonly Caller[]): Promise<Profile | undefined> {
  for (const caller of callers.toSorted((a, b) => Number(b.kind === "session") - Number(a.kind === "session"))) {
    if ((["getMe", "updateMe"] as const).some((id) => caller.credential?.denied.includes(id))) continue;
    const profile = await ifAnswered(client.send({ operation: "getMe", caller }));
    const body = profile?.json();
    if (profile?.isSuccess && isObject(body)) return { caller, fields: restorableFields(body) };
  }
  return undefined;
}

/** Whether the run was whole and every update in it was refused, so that there is nothing to restore. */
export function isProfileUnchanged({ judged, unanswered, broken }: SchemathesisRun): boolean {
  const updates = judged.map(({ exchange }) => exchange).filter(({ operation }) => operation === "updateMe");
  const areRefused = updates.every(({ status }) => status >= 400 && status < 500);
  return broken === undefined && unanswered.length === 0 && updates.length > 0 && areRefused;
}

/** Never throws; notes what could not be restored. Sends also when the run was cut. */
export const restoreProfile = ({ caller, fields }: Profile, run: Parameters<typeof restoreWithRetries>[1]) =>
  restoreWithRetries(async () => {
    await run.client.send({ operation: "updateMe", caller, body: fields, isCleanup: true });
  }, run);
