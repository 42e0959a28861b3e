/** Who visits the settings: a cookie, and a token in each form that another site cannot know. */

import { createHmac, timingSafeEqual } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { type Html, html } from "../../cli/html.ts";
import type { ServerContext } from "../http/server-context.ts";
import { beginningOf, newToken } from "../parts/new-token.ts";
import type { Caller } from "../store/caller.ts";
import { findCredential, insertCredential } from "../store/credentials.ts";
import { newId } from "../store/new-id.ts";
import { isHttps } from "./addresses.ts";
import { formText } from "./forms.ts";
import { sendPage } from "./layout.ts";

/** Named by the port, since browsers send a cookie to every port of a host, and so to the other references on it. */
const cookieOf = ({ headers: { host = "" } }: Request): string =>
  `fpk_session${/:\d+$/.exec(host)?.[0].replace(":", "_") ?? ""}`;
const sessionMs = 12 * 3_600_000;

/** What is known of a visitor. */
interface Visitor {
  /** The cookie's value: a session's token, or one that no session has, before the sign-in. */
  readonly secret: string;
  /** Undefined: not signed in. */
  readonly caller: Caller | undefined;
}

const visitors = new WeakMap<Request, Visitor>();

/** The visitor of a request that has passed `visit`. */
export function visitorOf(request: Request): Visitor {
  const visitor = visitors.get(request);
  if (visitor === undefined) throw new Error("the request has not passed visit");
  return visitor;
}

/** Finds out who visits, and refuses with 403 each form that is not from one of this visitor's pages. */
export const visit =
  (server: ServerContext): RequestHandler =>
  (request, response, next) => {
    const known = new RegExp(`(?:^|;\\s*)${cookieOf(request)}=([\\w-]+)`).exec(request.headers.cookie ?? "")?.[1];
    const secret = known ?? newToken("session");
    if (known === undefined) setCookie(request, response, secret);
    visitors.set(request, { secret, caller: callerOf(server, secret) });
    if (request.method !== "POST" || isFormOf(secret, formText(request, "form"))) return next();
    const content = html`<h1>This form is out of date</h1>
<p>Go back, reload the page, and send it again. Nothing was changed.</p>`;
    sendPage(response, { title: "This form is out of date", content }, 403);
  };

function callerOf({ parts: { credentials }, store, clock }: ServerContext, secret: string): Caller | undefined {
  const credential = findCredential(store, credentials.hash(secret));
  if (credential?.caller.kind !== "session" || credentials.isExpired(credential, clock.now())) return undefined;
  return credential.caller;
}

/** Begins a session of a user in one of their organizations; its token replaces the one from before the sign-in. */
export function beginSession(
  { parts: { credentials }, store, clock }: ServerContext,
  request: Request,
  response: Response,
  { userId, orgId }: Pick<Caller, "userId" | "orgId">,
): void {
  const token = newToken("session");
  const now = clock.now();
  const session = {
    kind: "session",
    id: newId("crd"),
    hash: credentials.hash(token),
    name: "",
    beginning: beginningOf(token),
    orgId,
    userId,
    installationId: null,
    expiresAt: new Date(now + sessionMs).toISOString(),
    createdAt: new Date(now).toISOString(),
  } as const;
  store.transaction(() => insertCredential(store, session));
  setCookie(request, response, token);
}

/** Not sent to the API, not readable by scripts, and not sent along by forms of other sites. */
function setCookie(request: Request, response: Response, value: string): void {
  response.cookie(cookieOf(request), value, {
    httpOnly: true,
    sameSite: "lax",
    path: "/settings",
    secure: isHttps(request),
    maxAge: sessionMs,
  });
}

const formToken = (secret: string): string => createHmac("sha256", secret).update("form").digest("base64url");

function isFormOf(secret: string, sent: string): boolean {
  const [expected, actual] = [Buffer.from(formToken(secret)), Buffer.from(sent)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/** The hidden field that every form has. */
export const formField = (request: Request): Html =>
  html`<input type="hidden" name="form" value="${formToken(visitorOf(request).secret)}">`;
