/** The profile that updates change: whose it is, and putting it back. */
import type { OperationId } from "../../spec/contract.ts";
import type { Caller } from "../client/caller.ts";
import { type Client, Cut } from "../client/client.ts";
import type { Body } from "../generate/place.ts";
import { isObject } from "../model/body.ts";
import { Unanswered } from "../model/check.ts";
import { restorableFields } from "../model/restorable-fields.ts";
import { restoreProfile as restoreWithRetries } from "../run/restore.ts";
import type { Target } from "../target-file/target.ts";

export interface Profile {
  /** The one caller that may update: what its profile was is known. */
  readonly caller: Caller;
  /** In the fields that endpoint 12 takes, but the picture, which cannot be read. */
  readonly was: Body;
}

/** A session's before a key's; undefined where nobody can read a profile. */
export async function readProfile(client: Client, callers: readonly Caller[]): Promise<Profile | undefined> {
  for (const caller of callers.toSorted((a, b) => Number(b.kind === "session") - Number(a.kind === "session"))) {
    if ((["getMe", "updateMe"] as OperationId[]).some((id) => caller.credential?.denied.includes(id))) continue;
    try {
      const profile = await client.send({ operation: "getMe", caller });
      const body = profile.json();
      if (!profile.isSuccess || !isObject(body)) continue;
      return { caller, was: restorableFields(body) };
    } catch (error) {
      if (error instanceof Cut || !(error instanceof Unanswered)) throw error;
    }
  }
  return undefined;
}

/** Never throws; notes what could not be put back. Sends also when the run was cut. */
export async function restoreProfile(
  { caller, was }: Profile,
  of: { readonly client: Client; readonly target: Target; readonly notes: string[] },
): Promise<void> {
  const restore = async () => {
    await of.client.send({ operation: "updateMe", caller, body: was, isCleanup: true });
  };
  await restoreWithRetries(restore, of);
}
