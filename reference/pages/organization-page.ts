/** The page of an organization's settings: API keys, members and invitations. */

import type { Request, Response } from "express";
import { type Html, html } from "../../cli/html.ts";
import type { ServerContext } from "../http/server-context.ts";
import { allMembers, organizationsOf } from "../store/members.ts";
import { allOrganizations } from "../store/organizations.ts";
import { findUser } from "../store/users.ts";
import { baseUrlFor, originOf } from "./addresses.ts";
import { invitationsSection } from "./invitations-section.ts";
import { keysSection, newKeyPanel } from "./keys-section.ts";
import type { LastUses } from "./last-uses.ts";
import { date, sendPage } from "./layout.ts";
import { isManager, type OrganizationShown, type Section } from "./section.ts";
import { formField } from "./session.ts";

export function sendOrganization(
  server: ServerContext,
  lastUses: LastUses,
  request: Request,
  response: Response,
  { role, ...shown }: OrganizationShown,
): void {
  const { organization, userId, newKey, refused } = shown;
  const section: Section = {
    ...shown,
    server,
    isManager: isManager(role),
    field: formField(request),
    members: allMembers(server.store, organization.id),
    origin: originOf(server, request),
    baseUrl: baseUrlFor(server, request),
  };
  const content = html`<div class="title"><h1>${organization.name}</h1> <span class="role">${role}</span></div>
<p class="hint">Organization <code>${organization.id}</code></p>
${switcher(server, shown)}
${newKey && newKeyPanel(section, newKey)}
${keysSection(section, lastUses)}
${membersSection(section)}
${invitationsSection(section)}`;
  const email = findUser(server.store, userId)?.email ?? "";
  const account = html`<form method="post" action="/settings/sign-out" class="account">${section.field}
<span>${email}</span> <button>Sign out</button></form>`;
  sendPage(response, { title: `${organization.name}: settings`, content, account }, refused === undefined ? 200 : 400);
}

/** The organizations that the user belongs to, if there are several. */
function switcher(
  { store }: ServerContext,
  { organization, userId }: Omit<OrganizationShown, "role">,
): Html | undefined {
  const all = allOrganizations(store, organizationsOf(store, userId));
  if (all.length < 2) return undefined;
  const links = all.map(({ id, name }) =>
    id === organization.id
      ? html`<a href="/settings/organizations/${id}" aria-current="page">${name}</a> `
      : html`<a href="/settings/organizations/${id}">${name}</a> `,
  );
  return html`<nav class="switcher" aria-label="Organizations">${links}</nav>`;
}

const membersSection = ({ members }: Section): Html => html`<section aria-labelledby="members">
<h2 id="members">Members</h2>
<ul class="rows">${members.map(
  ({ firstName, lastName, email, role, joinedAt }) => html`<li>
<div class="what"><strong>${firstName} ${lastName}</strong> <span class="role">${role}</span> <small>${email}</small></div>
<small class="when">Joined ${date(joinedAt)}</small></li>`,
)}</ul>
</section>`;
