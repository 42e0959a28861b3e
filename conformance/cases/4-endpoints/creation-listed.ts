/** §4, endpoints 13 and 14: the list of organizations shows a new one to its creator, with the sent values. */

import { isRejectedCreation } from "../../laws/organization-refused-not-created.ts";
import { bodyOf, listItems, stringIn } from "../../model/body.ts";
import { type CaseContext, defineCase, type Exchange, Skip } from "../case.ts";
import { eventually, expectSuccess, mismatch } from "../shared/expect.ts";
import { isKept } from "../shared/kept-value.ts";
import { hasReadLongerList } from "../shared/lists.ts";
import { createdOrganization, createdWithoutId, organizationList } from "../shared/organizations.ts";
import { isDeclaredDenied } from "../shared/permitted.ts";
import { skipUnlessRoomInWindow } from "../shared/room-in-window.ts";

export const creationListed = defineCase({
  id: "organization.creation-listed",
  clause: "organization.kept",
  claim: "A created organization stands in its creator's list, with the given name, and the slug of its creation",
  needs: { credential: "session", writes: true },
  lane: "late",
  async run(context) {
    const { actor, exchange: creation, given } = await createdOrListed(context);
    const orgId = stringIn(creation, "id");
    if (orgId === undefined) throw new Skip(createdWithoutId);
    // A key stays scoped to its own organization (§5.2).
    if (actor.caller.kind !== "session") throw new Skip(notBySession);
    skipUnlessRoomInWindow(context);
    // A creation may store its first member in another way than an invitation. Who may list members is open (§5.7), so only the laws judge this response.
    if (!isDeclaredDenied(actor.caller, "listMembers")) await actor.send("listMembers", { parameters: { orgId } });
    const { exchange: before } = await organizationList(context, ["session"]);
    const find = (list: Exchange) => listItems(list).find(({ id }) => id === orgId);
    const ask = () => actor.send("listOrganizations");
    const list = await eventually(context, ask, (answer) => find(answer) !== undefined);
    expectSuccess(list, "for listOrganizations after an organization was created", [before, creation]);
    const item = find(list);
    const after = [before, creation];
    if (item === undefined) {
      const allOperations = context.operations.map(({ id }) => id);
      if (!hasReadLongerList(context, allOperations, list)) throw new Skip(mayBeOnLaterPage);
      mismatch(list, `the organization ${JSON.stringify(orgId)}, which this session has created`, { after });
    }
    const { name = given.name, slug } = item.fields;
    if (!isKept(given.name, name))
      mismatch(list, `name ${JSON.stringify(given.name)}`, { actual: `name ${JSON.stringify(name)}`, after });
    const { slug: shown = slug } = bodyOf(creation);
    if (slug !== undefined && slug !== shown)
      mismatch(list, `slug ${JSON.stringify(shown)}, as at its creation`, {
        actual: `slug ${JSON.stringify(slug)}`,
        after,
      });
  },
});

/** Throws if no organization was created. Then a list shows the law whether one was created nevertheless. */
async function createdOrListed(context: CaseContext) {
  try {
    return await createdOrganization(context);
  } catch (error) {
    const rejected = context.exchangesOf("createOrganization").find(({ exchange }) => isRejectedCreation(exchange));
    await rejected?.actor.send("listOrganizations");
    throw error;
  }
}

const notBySession = "needs an organization that a session created: see answers.createOrganization";

const mayBeOnLaterPage =
  "the list may be a first page, on which a new organization does not stand: no longer list was read, by which to know";
