/** The caller for POST and PUT requests with bodies that must be rejected. */
import type { Actor, CaseContext, OperationId, Parameters } from "../case.ts";
import { unlessFailed } from "./expect.ts";
import { spareKey } from "./permitted.ts";
import { restorableProfile } from "./profile.ts";

interface Writer {
  readonly actor: Actor;
  readonly parameters: Parameters;
}

/** For an update: the user whose profile is restored. Otherwise a key of the organization that the run uses least. */
export async function spareWriter(context: CaseContext, operation: OperationId): Promise<Writer> {
  const actor = operation === "updateMe" ? await updater(context) : spareKey(context);
  return { actor, parameters: { orgId: actor.caller.organization ?? context.unissuedId(undefined) } };
}

/** An update of this caller was accepted. It may send others that store nothing, although its profile is not restored. */
export const hasUpdated = (context: CaseContext, { caller }: Actor): boolean =>
  context
    .exchangesOf("updateMe")
    .some(({ actor, exchange }) => exchange.isSuccess && actor.caller.label === caller.label);

const updater = async (context: CaseContext): Promise<Actor> =>
  (await unlessFailed(() => restorableProfile(context)))?.actor ?? context.as("key");
