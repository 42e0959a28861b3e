/** Who may see an organization's settings, and who may change them. */

import type { Request, RequestHandler, Response } from "express";
import { html } from "../../cli/html.ts";
import type { Role } from "../store/caller.ts";
import type { Database } from "../store/database.ts";
import { findRole } from "../store/members.ts";
import { findOrganization, type OrganizationRow } from "../store/organizations.ts";
import { sendPage } from "./layout.ts";
import { isManager } from "./section.ts";
import { visitorOf } from "./session.ts";

/** The organization of the path, and the visitor's place in it. */
export interface Membership {
  readonly organization: OrganizationRow;
  readonly userId: string;
  readonly sessionId: string;
  readonly role: Role;
}

type Work = (request: Request, response: Response, membership: Membership) => void | Promise<void>;

/** Leads whoever is not signed in to the sign-in; to others than members, the organization does not exist. */
export function forMembers(store: Database, work: Work): RequestHandler {
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

/** Like `forMembers`; members who may not change the settings are answered 403. */
export function forManagers(store: Database, work: Work): RequestHandler {
  return forMembers(store, (request, response, membership) =>
    isManager(membership.role) ? work(request, response, membership) : sendNotPermitted(response),
  );
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
