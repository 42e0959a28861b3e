/** §7: what is answered with an error, because its input is bad, changes nothing. */

import { isObject, listedOf } from "../../model/body.ts";
import { Mismatch, Skip } from "../../model/check.ts";
import { pathOf } from "../../model/response-text.ts";
import { refusedOrSkip } from "../4-endpoints/invitations.ts";
import { members } from "../4-endpoints/organizations.ts";
import { restorable } from "../4-endpoints/profile.ts";
import { defineCase } from "../case.ts";
import { hasName, newName } from "../given/unique-names.ts";

export const refusedUpdate = defineCase({
  id: "profile.refused-update",
  clause: "error.changes-nothing",
  claim: "An update that is refused for one field leaves the others as they were",
  needs: { writes: true },
  requests: 2,
  async run(context) {
    const { actor, was } = await restorable(context);
    const name = await newName(context);
    const body = { ...was, firstName: name, lastName: 7 };
    const refused = await actor.send("updateMe", { body, intent: "invalid" });
    // A target may read 7 as text: the laws judge a refusal, and the restoring puts an update back.
    const told = `it answered ${refused.status}`;
    if (refused.status < 400 || refused.status >= 500)
      throw new Skip(`a target that refuses a number for a name (${told})`);
    if ([401, 403, 404, 405].includes(refused.status)) throw new Skip(`a caller that may update its profile (${told})`);
    const profile = await actor.send("getMe");
    const shown = profile.json();
    if (!isObject(shown) || !hasName(shown.firstName, name)) return;
    throw new Mismatch({
      expected: `firstName as it was before an update that was answered ${refused.status}`,
      actual: `GET /v1/me: firstName ${JSON.stringify(shown.firstName)}`,
      exchanges: [refused, profile],
    });
  },
});

export const refusedInvitation = defineCase({
  id: "invitation.refused-adds-nobody",
  clause: "error.changes-nothing",
  claim: "Who was refused as no e-mail address is not among the members",
  needs: { writes: true },
  async run(context) {
    const { actor, parameters, exchange: refused, email } = await refusedOrSkip(context);
    // The list that the run has, where it is of that organization, and was asked for later.
    const known = await members(context).catch(() => undefined);
    const isLater = known !== undefined && known.orgId === parameters.orgId && known.exchange.index > refused.index;
    const listed = isLater ? known.exchange : await actor.send("listMembers", { parameters });
    if (!listed.isSuccess) throw new Skip(`a caller that may invite, and list members (it was told ${listed.status})`);
    if (!listedOf(listed).some(({ fields }) => fields.email === email)) return;
    throw new Mismatch({
      expected: "no member whose invitation was refused",
      actual: `GET ${pathOf(listed)}: a member ${email}`,
      exchanges: [refused, listed],
    });
  },
});
