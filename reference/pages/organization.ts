/** An organization's settings, for its members: what they send. `organization-page.ts` shows it. */

import { type Request, type RequestHandler, type Response, Router } from "express";
import { html } from "../../cli/html.ts";
import type { ServerContext } from "../http/server-context.ts";
import type { Role } from "../store/caller.ts";
import { deleteKey } from "../store/credentials.ts";
import { deleteInvitation, insertInvitation } from "../store/invitations.ts";
import { allMembers, findRole } from "../store/members.ts";
import { findOrganization, type OrganizationRow } from "../store/organizations.ts";
import { formText, leadTo, type Refused } from "./forms.ts";
import type { LastUses } from "./last-uses.ts";
import { sendPage } from "./layout.ts";
import { createKey, expiryProblem, type NewKey } from "./new-key.ts";
import { sendOrganization } from "./organization-page.ts";
import { isManager } from "./section.ts";
import { visitorOf } from "./session.ts";

/** The organization of the path, and the visitor's place in it. */
interface Membership {
  readonly organization: OrganizationRow;
  readonly userId: string;
  readonly sessionId: string;
  readonly role: Role;
}

export function organization(server: ServerContext, lastUses: LastUses): RequestHandler {
  const { store, clock } = server;
  const router = Router({ caseSensitive: true });
  /** By session: the key that its next page shows, once (§5.4). */
  const created = new Map<string, NewKey>();
  const now = () => new Date(clock.now()).toISOString();
  const done = (response: Response, { organization: { id } }: Membership) =>
    leadTo(server, response, `/settings/organizations/${encodeURIComponent(id)}`);

  router.get(
    "/:orgId",
    forMembers((request, response, membership) => show(request, response, membership)),
  );

  router.post(
    "/:orgId/keys",
    forManagers((request, response, membership) => {
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
    forManagers((request, response, membership) => {
      deleteKey(store, membership.organization.id, String(request.params.keyId));
      return done(response, membership);
    }),
  );

  router.post(
    "/:orgId/invitations",
    forManagers((request, response, membership) => {
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
    forManagers((request, response, membership) => {
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

  /** Leads whoever is not signed in to the sign-in; to others than members, the organization does not exist. */
  function forMembers(
    work: (request: Request, response: Response, membership: Membership) => void | Promise<void>,
  ): RequestHandler {
    return (request, response) => {
      const { caller } = visitorOf(request);
      if (caller === undefined) return response.redirect(303, "/settings/sign-in");
      const { userId, credentialId: sessionId } = caller;
      const orgId = String(request.params.orgId);
      const organization = findOrganization(store, "everything", orgId);
      const role = findRole(store, orgId, userId);
      if (organization === undefined || role === undefined) return sendNotHere(response);
      return work(request, response, { organization, userId, sessionId, role });
    };
  }

  function forManagers(work: Parameters<typeof forMembers>[0]): RequestHandler {
    return forMembers((request, response, membership) =>
      isManager(membership.role) ? work(request, response, membership) : sendNotPermitted(response),
    );
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

function sendNotHere(response: Response): void {
  const content = html`<h1>There is no such organization here</h1><p><a href="/settings">Your settings</a></p>`;
  sendPage(response, { title: "There is no such organization here", content }, 404);
}

function sendNotPermitted(response: Response): void {
  const content = html`<h1>Your role does not permit this</h1>
<p>Owners and admins manage API keys and invitations. <a href="/settings">Your settings</a></p>`;
  sendPage(response, { title: "Your role does not permit this", content }, 403);
}
