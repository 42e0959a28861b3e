/** Reads the profile that generated updates change, and restores it after the run. */
import type { Caller } from "../client/caller.ts";
import type { Client } from "../client/client.ts";
import type { Body } from "../generate/place.ts";
import { isObject } from "../model/body.ts";
import { restorableFields } from "../model/restorable-fields.ts";
import { restoreWithRetries } from "../run/cases/restore.ts";
import { ifAnswered } from "./if-answered.ts";
import type { SchemathesisRun } from "./schemathesis-run.ts";

export interface Profile {
  /** The only caller that sends updates, because only its profile is restored. */
  readonly caller: Caller;
  /** The profile's values of the fields that endpoint 12 takes, without the picture, which no endpoint returns. */
  readonly fields: Body;
}

/** The profile of a session's user, else that of a key; undefined if no caller can read and update its profile. */
export async function readProfile(client: Client, callers: readonly Caller[]): Promise<Profile | undefined> {
  for (const caller of callers.toSorted((a, b) => Number(b.kind === "session") - Number(a.kind === "session"))) {
    if ((["getMe", "updateMe"] as const).some((id) => caller.credential?.denied.includes(id))) continue;
    const profile = await ifAnswered(client.send({ operation: "getMe", caller }));
    const body = profile?.json();
    if (profile?.isSuccess && isObject(body)) return { caller, fields: restorableFields(body) };
  }
  return undefined;
}

/** Whether the run is complete and every update in it was answered 4xx, so that there is nothing to restore. */
export function isProfileUnchanged({ judged, unanswered, broken }: SchemathesisRun): boolean {
  const updates = judged.map(({ exchange }) => exchange).filter(({ operation }) => operation === "updateMe");
  const areRejected = updates.every(({ status }) => status >= 400 && status < 500);
  return broken === undefined && unanswered.length === 0 && updates.length > 0 && areRejected;
}

/** Restores the profile, also if the run was stopped. Never throws: it adds a note if the profile could not be restored. */
export const restoreProfile = ({ caller, fields }: Profile, run: Parameters<typeof restoreWithRetries>[1]) =>
  restoreWithRetries(async () => {
    await run.client.send({ operation: "updateMe", caller, body: fields, isCleanup: true });
  }, run);
