/** Who sends the writes (POST, PUT) that are to be refused for their bodies. */
import type { Actor, CaseContext, OperationId, Parameters } from "../case.ts";
import { accepted } from "./accepted-submission.ts";
import { unlessFailed } from "./expect.ts";
import { acceptedInvitation } from "./invitations.ts";
import { availableActors, spareKey } from "./permitted.ts";
import { restorableProfile } from "./profile.ts";

export interface Writer {
  readonly actor: Actor;
  readonly parameters: Parameters;
}

const withOrganization = (context: CaseContext, actor: Actor): Writer => ({
  actor,
  parameters: { orgId: actor.caller.organization ?? context.unissuedId(undefined) },
});

/** A caller that may send the operation, as far as is known, so that nothing but the body can be wrong; else a key. */
export async function permittedWriter(context: CaseContext, operation: OperationId): Promise<Writer> {
  const find = async (): Promise<Partial<Writer> | undefined> => {
    if (operation === "submitFeedback") return { actor: (await accepted(context)).actor };
    if (operation === "inviteMember") return acceptedInvitation(context);
    if (operation === "updateMe") return { actor: (await restorableProfile(context)).actor };
    return { actor: availableActors(context, ["session", "key"])[0] ?? context.as("key") };
  };
  const found = await unlessFailed(find);
  return { ...withOrganization(context, found?.actor ?? context.as("key")), ...found };
}

/** A key whose organization's requests are used least; for an update the user whose profile is restored. */
export const spareWriter = async (context: CaseContext, operation: OperationId): Promise<Writer> =>
  operation === "updateMe" ? permittedWriter(context, operation) : withOrganization(context, spareKey(context));
