/** The page that an invitation's link leads to: whoever accepts is a member then. */

import { type Request, type RequestHandler, type Response, Router } from "express";
import { html } from "../../cli/html.ts";
import type { ServerContext } from "../http/server-context.ts";
import { acceptInvitation, findInvitation, type InvitationRow } from "../store/invitations.ts";
import { findOrganization } from "../store/organizations.ts";
import { findUserByEmail } from "../store/users.ts";
import { formText, keptValue, problem, type Refused, redirectTo } from "./forms.ts";
import { sendPage } from "./layout.ts";
import { formField } from "./session.ts";

/** Nobody is signed in by it: who has the link need not be who has the address. */
export function invitation(server: ServerContext): RequestHandler {
  const { store, clock } = server;
  const router = Router({ caseSensitive: true });
  router.get("/:token", (request, response) => {
    const found = findInvitation(store, request.params.token);
    if (found === undefined) return sendNotThere(response);
    show(request, response, found);
  });
  router.post("/:token", (request, response) => {
    const found = findInvitation(store, request.params.token);
    if (found === undefined) return sendNotThere(response);
    const [firstName, lastName] = [formText(request, "firstName"), formText(request, "lastName")];
    const hasNames = [firstName, lastName].every((name) => name !== "" && name.length <= 100);
    if (found.acceptedAt === null && findUserByEmail(store, found.email) === undefined && !hasNames) {
      const message = "Both names are needed, of at most 100 characters.";
      return show(request, response, found, { form: "acceptance", message, values: { firstName, lastName } });
    }
    if (found.acceptedAt === null) {
      acceptInvitation(store, found, { firstName, lastName, acceptedAt: new Date(clock.now()).toISOString() });
    }
    return redirectTo(server, response, request.originalUrl);
  });
  return router;

  function show(request: Request, response: Response, { orgId, email, acceptedAt }: InvitationRow, refused?: Refused) {
    const name = findOrganization(store, "everything", orgId)?.name ?? "";
    const field = (id: string, label: string) => html`<label for="${id}">${label}</label>
<input id="${id}" name="${id}" required maxlength="100" value="${keptValue("acceptance", refused, id)}">`;
    const names = findUserByEmail(store, email) === undefined;
    const content =
      acceptedAt === null
        ? html`<h1>Join ${name}</h1>
<p class="lead">${email} is invited to be a member.</p>
<form method="post" class="fields">${formField(request)}${problem("acceptance", refused)}
${names ? html`${field("firstName", "First name")}${field("lastName", "Last name")}` : undefined}
<button class="primary">Accept the invitation</button></form>`
        : html`<h1>Welcome to ${name}</h1>
<p class="lead">${email} is a member now.</p><p><a href="/settings/sign-in">Sign in</a></p>`;
    sendPage(response, { title: `Invitation to ${name}`, content }, refused === undefined ? 200 : 400);
  }
}

function sendNotThere(response: Response): void {
  const content = html`<h1>There is no such invitation</h1><p>It may have been withdrawn, or sent again with another link.</p>`;
  sendPage(response, { title: "There is no such invitation", content }, 404);
}
