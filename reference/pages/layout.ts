/** What all pages share: the frame around their content. */

import type { Response } from "express";
import { type Html, html } from "../../cli/html.ts";

export interface PageOptions {
  /** Asked for at the sign-in. Without it only this machine may sign in, and nothing is asked for. */
  readonly password?: string | undefined;
}

interface Page {
  readonly title: string;
  readonly content: Html;
  /** Who is signed in: shown in the page's head, beside what they can do there. */
  readonly account?: Html | undefined;
  /** In the page's `head`. */
  readonly head?: Html;
}

/** Sends a page. */
export function sendPage(response: Response, page: Page, status = 200): void {
  response.status(status).type("html").send(render(page).text);
}

const render = ({ title, content, account, head }: Page): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · FPK reference</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="stylesheet" href="/assets/style.css">
<script type="module" src="/assets/in-browser.js"></script>
${head}
</head>
<body>
<a class="skip-link" href="#content">Skip to the content</a>
<header class="site">
<a class="brand" href="/"><img src="/assets/icon.svg" alt="" width="24" height="24">FPK reference</a>
<nav class="pages" aria-label="Pages"><a href="/docs">API documentation</a> <a href="/settings">Settings</a></nav>
${account}
</header>
<main id="content">${content}</main>
</body>
</html>
`;

/** Text that a button copies, where the browser runs scripts. */
export const copyable = (text: string): Html => html`<div class="copyable"><code>${text}</code></div>`;

const dateFormat = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** A date without its time; `iso` is ISO 8601. */
export const date = (iso: string): Html => html`<time datetime="${iso}">${dateFormat.format(new Date(iso))}</time>`;

/** How long ago `iso` is, at `now` in milliseconds since the epoch. */
export function ago(iso: string, now: number): Html {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (minutes >= 24 * 60) return date(iso);
  const past = minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
  return html`<time datetime="${iso}">${minutes < 1 ? "just now" : past}</time>`;
}
