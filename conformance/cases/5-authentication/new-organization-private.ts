/** §5.2: a key is scoped to one organization, also if another one is created later. */
import { stringIn } from "../../model/body.ts";
import { keyPrefixOf } from "../../model/key-form.ts";
import { type Actor, type CaseContext, defineCase, Skip } from "../case.ts";
import { mismatch, unlessMismatched } from "../shared/expect.ts";
import { createdOrganization, createdWithoutId } from "../shared/organizations.ts";
import { availableActors } from "../shared/permitted.ts";
import { carriesId } from "../shared/tenancy.ts";
import { bothKeys } from "../shared/tenant-keys.ts";

export const newOrganizationPrivate = defineCase({
  id: "scope.new-organization",
  clause: "auth.scope",
  claim: "An organization that was just created cannot be read with a key of another",
  needs: { credential: "other-organization", writes: true },
  async run(context) {
    bothKeys(context);
    const created = await unlessMismatched(() => createdOrganization(context));
    if (created === undefined) throw new Skip("no organization was created: see answers.createOrganization");
    const { actor: creator, exchange } = created;
    const orgId = stringIn(exchange, "id");
    if (orgId === undefined) throw new Skip(createdWithoutId);
    const reader = keyOfAnother(context, creator, orgId);
    const read = await reader.send("getOrganization", { parameters: { orgId }, intent: "foreign-id" });
    if (carriesId(read, "id", orgId))
      mismatch(read, `a 4xx: ${reader.caller.label} belongs to another organization`, { after: [exchange] });
  },
});

/**
 * If a session has created the organization, not even a key of the creator's own organization belongs to the new one, and a
 * server that shows it to every key shows it to this one; the run's seed chooses it. What a key has created, keys of its
 * organization may read: then it is another organization's key.
 */
function keyOfAnother(context: CaseContext, creator: Actor, orgId: string): Actor {
  // A session that is declared as a key reads what its user has created: so its form is looked at, too (§5.5).
  const isKeyOfAnother = ({ caller: { organization, credential } }: Actor) =>
    organization !== undefined && organization !== orgId && keyPrefixOf(credential?.token ?? "") !== undefined;
  const own = creator.caller.kind === "session" ? availableActors(context, ["second-key", "key"]) : [];
  const keys = own.filter(isKeyOfAnother);
  return keys[context.seed % keys.length] ?? context.as("other-organization");
}
