/** The invitations in the settings: their state, their links, and the form for a new one. */

import { type Html, html } from "../../cli/html.ts";
import { allInvitations, type InvitationRow } from "../store/invitations.ts";
import { keptValue, problem } from "./forms.ts";
import { copyable, date } from "./layout.ts";
import type { Section } from "./section.ts";

export function invitationsSection(section: Section): Html | undefined {
  const { server, organization, isManager, field, refused } = section;
  if (!isManager) return undefined;
  const invitations = allInvitations(server.store, organization.id);
  return html`<section aria-labelledby="invitations">
<h2 id="invitations">Invitations</h2>
<p class="hint">This server sends no mail: pass the link on yourself.</p>
${invitations.length === 0 ? html`<p class="empty">No invitations yet.</p>` : html`<ul class="rows">${invitations.map((invitation) => row(section, invitation))}</ul>`}
<form method="post" action="/settings/organizations/${organization.id}/invitations" class="fields" aria-label="New invitation">
${field}
<h3>New invitation</h3>
${problem("invitation", refused)}
<label for="invitation-email">E-mail address</label>
<input id="invitation-email" name="email" type="email" required autocomplete="off" value="${keptValue("invitation", refused, "email")}">
<button class="primary">Invite</button>
</form>
</section>`;
}

function row({ organization, field, origin }: Section, invitation: InvitationRow): Html {
  const { email, createdAt, token, acceptedAt } = invitation;
  if (acceptedAt !== null) {
    return html`<li><div class="what"><strong>${email}</strong> <span class="role good">accepted</span>
<small>Accepted ${date(acceptedAt)}</small></div></li>`;
  }
  const action = `/settings/organizations/${organization.id}/invitations/withdraw`;
  return html`<li><div class="what"><strong>${email}</strong> <span class="role">pending</span>
<small>Invited ${date(createdAt)}</small></div>
<form method="post" action="${action}">${field}<button name="email" value="${email}" aria-label="Withdraw the invitation of ${email}">Withdraw</button></form>
${copyable(`${origin}/settings/invitations/${token}`)}</li>`;
}
