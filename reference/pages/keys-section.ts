/** The API keys area of the settings (§5.3): the keys with what is known of each, and the form for a new one. */

import { type Html, html } from "../../cli/html.ts";
import { type ApiKeyRow, allKeys } from "../store/credentials.ts";
import { keptValue, problem } from "./forms.ts";
import type { LastUses } from "./last-uses.ts";
import { ago, copyable, date } from "./layout.ts";
import type { NewKey } from "./new-key.ts";
import type { Section } from "./section.ts";

export function keysSection(section: Section, lastUses: LastUses): Html {
  const { server, organization, isManager } = section;
  const keys = isManager ? allKeys(server.store, organization.id) : [];
  return html`<section aria-labelledby="keys">
<h2 id="keys">API keys</h2>
<p class="hint">A key grants access to all products of this organization, and uses its rate limit.</p>
${isManager ? html`${list(section, lastUses, keys)}${createForm(section)}` : html`<p>Owners and admins manage API keys.</p>`}
</section>`;
}

/** Shown once, after the key's creation (§5.4). */
export const newKeyPanel = (
  { baseUrl, organization }: Section,
  { name, token }: NewKey,
): Html => html`<section class="panel" aria-labelledby="new-key">
<h2 id="new-key">${name}: your new key</h2>
<p>Copy it now: it is stored as a hash, and cannot be shown again.</p>
${copyable(token)}
<p>To judge this server with it, put it into a variable, and write a target file, which names the variable and holds no key:</p>
${copyable(`export KEY_A=${token}`)}
${copyable(`npx fpk init ${baseUrl} --key KEY_A@${organization.id} && npx fpk check`)}
</section>`;

function list(section: Section, lastUses: LastUses, keys: readonly ApiKeyRow[]): Html {
  if (keys.length === 0) return html`<p class="empty">No keys yet.</p>`;
  return html`<ul class="rows">${keys.map((key) => row(section, key, lastUses.of(key)))}</ul>`;
}

function row({ server, organization, field, members }: Section, key: ApiKeyRow, lastUsedAt: string | null): Html {
  const { id, name, beginning, userId, expiresAt } = key;
  const now = server.clock.now();
  const creator = members.find((member) => member.userId === userId);
  const action = `/settings/organizations/${organization.id}/keys/${id}/revoke`;
  return html`<li>
<div class="what"><strong>${name}</strong> <code>${beginning}…</code> ${expiry(expiresAt, now)}
<small>${lastUsedAt === null ? "Never used" : html`Last used ${ago(lastUsedAt, now)}`} · created by ${creator?.firstName ?? "a former member"}</small></div>
<details class="confirm"><summary>Revoke<span class="unseen"> ${name}</span></summary>
<form method="post" action="${action}">${field}<span>It stops working immediately.</span> <button class="danger">Revoke key</button></form>
</details></li>`;
}

function expiry(expiresAt: string | null, now: number): Html {
  if (expiresAt === null) return html`<small>Does not expire</small>`;
  if (now > Date.parse(expiresAt)) return html`<small class="bad">Expired ${date(expiresAt)}</small>`;
  return html`<small>Expires ${date(expiresAt)}</small>`;
}

const createForm = ({ organization, field, refused }: Section): Html => html`<form method="post"
 action="/settings/organizations/${organization.id}/keys" class="fields" aria-label="New API key">
${field}
<h3>New key</h3>
${problem("key", refused)}
<label for="key-name">Name</label>
<input id="key-name" name="name" required maxlength="100" autocomplete="off" placeholder="What it is for" value="${keptValue("key", refused, "name")}">
<label for="key-expires">Expiry date <span class="hint">optional</span></label>
<input id="key-expires" name="expires" type="date" aria-describedby="key-expires-hint" value="${keptValue("key", refused, "expires")}">
<p class="hint" id="key-expires-hint">The key works until this day is over, in UTC. A day in the past makes an expired key, to test with.</p>
<button class="primary">Create key</button>
</form>`;
