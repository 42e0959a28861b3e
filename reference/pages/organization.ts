/** An organization's settings, for its members: what they send. `organization-page.ts` shows it. */

import { type Request, type RequestHandler, type Response, Router } from "express";
import type { ServerContext } from "../http/server-context.ts";
import { deleteKey } from "../store/credentials.ts";
import { deleteInvitation, insertInvitation } from "../store/invitations.ts";
import { allMembers } from "../store/members.ts";
import { formText, type Refused, redirectTo } from "./forms.ts";
import type { LastUses } from "./last-uses.ts";
import { forManagers, forMembers, type Membership } from "./membership.ts";
import { createKey, expiryProblem, type NewKey } from "./new-key.ts";
import { sendOrganization } from "./organization-page.ts";

export function organization(server: ServerContext, lastUses: LastUses): RequestHandler {
  const { store, clock } = server;
  const router = Router({ caseSensitive: true });
  /** By session: the key that its next page shows, once (§5.4). */
  const created = new Map<string, NewKey>();
  const now = () => new Date(clock.now()).toISOString();
  const done = (response: Response, { organization: { id } }: Membership) =>
    redirectTo(server, response, `/settings/organizations/${encodeURIComponent(id)}`);

  router.get(
    "/:orgId",
    forMembers(store, (request, response, membership) => show(request, response, membership)),
  );

  router.post(
    "/:orgId/keys",
    forManagers(store, (request, response, membership) => {
      const [name, expires] = [formText(request, "name"), formText(request, "expires")];
      const message = nameProblem(name) ?? expiryProblem(expires);
      if (message !== undefined) {
        return show(request, response, membership, { form: "key", message, values: { name, expires } });
      }
      created.set(
        membership.sessionId,
        createKey(server, membership.organization.id, membership.userId, name, expires),
      );
      return done(response, membership);
    }),
  );

  router.post(
    "/:orgId/keys/:keyId/revoke",
    forManagers(store, (request, response, membership) => {
      deleteKey(store, membership.organization.id, String(request.params.keyId));
      return done(response, membership);
    }),
  );

  router.post(
    "/:orgId/invitations",
    forManagers(store, (request, response, membership) => {
      const orgId = membership.organization.id;
      const email = formText(request, "email");
      const message = addressProblem(
        email,
        allMembers(store, orgId).map((member) => member.email),
      );
      if (message !== undefined) {
        return show(request, response, membership, { form: "invitation", message, values: { email } });
      }
      insertInvitation(store, { orgId, email, invitedBy: membership.userId, createdAt: now() });
      return done(response, membership);
    }),
  );

  router.post(
    "/:orgId/invitations/withdraw",
    forManagers(store, (request, response, membership) => {
      deleteInvitation(store, membership.organization.id, formText(request, "email"));
      return done(response, membership);
    }),
  );
  return router;

  function show(request: Request, response: Response, membership: Membership, refused?: Refused): void {
    const { organization, sessionId, userId, role } = membership;
    const newKey = created.get(sessionId);
    const isHere = newKey?.orgId === organization.id;
    if (isHere) created.delete(sessionId);
    sendOrganization(server, lastUses, request, response, {
      organization,
      userId,
      role,
      refused,
      newKey: isHere ? newKey : undefined,
    });
  }
}

function nameProblem(name: string): string | undefined {
  if (name === "") return "A key needs a name that says what it is for.";
  return name.length > 100 ? "The name has more than 100 characters." : undefined;
}

function addressProblem(email: string, members: readonly string[]): string | undefined {
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 320) return "This is not an e-mail address.";
  const isMember = members.some((address) => address.toLowerCase() === email.toLowerCase());
  return isMember ? "This person is a member already." : undefined;
}
