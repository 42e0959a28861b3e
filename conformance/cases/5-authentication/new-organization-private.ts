/** §5.2: a key is scoped to one organization, also if another one is created later. */
import { stringIn } from "../../model/body.ts";
import { defineCase, Skip } from "../case.ts";
import { mismatch, unlessMismatched } from "../given/expect.ts";
import { createdOrganization, createdWithoutId } from "../given/organizations.ts";
import { carriesId } from "../given/tenancy.ts";
import { bothKeys } from "../given/tenant-keys.ts";

export const newOrganizationPrivate = defineCase({
  id: "scope.new-organization",
  clause: "auth.scope",
  claim: "An organization that was just created cannot be read with a key of another",
  needs: { credential: "other-organization", writes: true },
  async run(context) {
    const [, other] = bothKeys(context);
    const created = await unlessMismatched(() => createdOrganization(context));
    if (created === undefined) throw new Skip("no organization was created: see answers.createOrganization");
    const { exchange } = created;
    const orgId = stringIn(exchange, "id");
    if (orgId === undefined) throw new Skip(createdWithoutId);
    const read = await other.send("getOrganization", { parameters: { orgId }, intent: "foreign-id" });
    if (carriesId(read, "id", orgId))
      mismatch(read, `a 4xx: ${other.caller.label} belongs to another organization`, { after: [exchange] });
  },
});
