/** The sign-in, as one of the users in the store. */

import { createHash, timingSafeEqual } from "node:crypto";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { type Html, html } from "../../cli/html.ts";
import type { ServerContext } from "../http/server-context.ts";
import { allMembers, organizationsOf } from "../store/members.ts";
import { allOrganizations } from "../store/organizations.ts";
import { findUserByEmail } from "../store/users.ts";
import { isLocal } from "./addresses.ts";
import { formText, keptValue, problem, type Refused, redirectTo } from "./forms.ts";
import { type PageOptions, sendPage } from "./layout.ts";
import { beginSession, formField } from "./session.ts";

export function signIn(server: ServerContext, { password }: PageOptions): RequestHandler {
  const isOpen = (request: Request) => password !== undefined || isLocal(server, request);
  const router = Router({ caseSensitive: true });
  router.get("/", (request, response) => (isOpen(request) ? show(request, response, undefined) : sendClosed(response)));
  router.post("/", (request, response) => {
    if (!isOpen(request)) return sendClosed(response);
    const email = formText(request, "as") || formText(request, "email");
    const user = findUserByEmail(server.store, email);
    const orgId = user && allOrganizations(server.store, organizationsOf(server.store, user.id))[0]?.id;
    const isRight = password === undefined || isSame(formText(request, "password"), password);
    if (user !== undefined && orgId !== undefined && isRight) {
      beginSession(server, request, response, { userId: user.id, orgId });
      return redirectTo(server, response, "/settings");
    }
    const message = password === undefined ? "Nobody here has this address." : "The address or the password is wrong.";
    show(request, response, { form: "sign-in", message, values: { email } });
  });
  return router;

  function show(request: Request, response: Response, refused: Refused | undefined): void {
    const content = html`<h1>Sign in</h1>
${problem("sign-in", refused)}
<form method="post" action="/settings/sign-in" class="fields">
${formField(request)}
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" required autocomplete="username" value="${keptValue("sign-in", refused, "email")}">
${password === undefined ? undefined : passwordField}
<button class="primary">Sign in</button>
</form>
${password === undefined ? people(server, formField(request)) : undefined}`;
    sendPage(response, { title: "Sign in", content }, refused === undefined ? 200 : 403);
  }
}

const passwordField = html`<label for="password">Password</label>
<input id="password" name="password" type="password" required autocomplete="current-password">`;

/** Everybody in the store, by organization, each with a button. */
function people({ store }: ServerContext, field: Html): Html {
  const groups = allOrganizations(store, "everything").map(
    ({ id, name }) => html`<h3>${name}</h3>
<ul class="rows">${allMembers(store, id).map(
      ({ firstName, lastName, email, role }) => html`<li>
<div class="what"><strong>${firstName} ${lastName}</strong> <span class="role">${role}</span> <small>${email}</small></div>
<button name="as" value="${email}" aria-label="Sign in as ${email}">Sign in</button></li>`,
    )}</ul>`,
  );
  return html`<section>
<h2>Or choose one of the people here</h2>
<p class="hint">On this machine nobody is asked for a password.</p>
<form method="post" action="/settings/sign-in">${field}${groups}</form>
</section>`;
}

function sendClosed(response: Response): void {
  const content = html`<h1>Sign in</h1>
<p class="problem">This server has no password, so only its own machine may sign in. Start it with the environment variable
<code>FPK_SIGN_IN_PASSWORD</code> to sign in from elsewhere.</p>`;
  sendPage(response, { title: "Sign in", content }, 403);
}

function isSame(sent: string, expected: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(sent), hash(expected));
}
