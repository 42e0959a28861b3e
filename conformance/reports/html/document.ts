/** The HTML document around a page's content: the style sheet, and a policy that forbids all loading and all other scripts. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Html, html, trusted } from "./html.ts";

interface Document {
  readonly title: string;
  readonly header: Html;
  /** Contains one `renderMain`. */
  readonly body: Html;
  /** The footer. */
  readonly end: Html;
  /** The JSON for the script. */
  readonly data?: Html;
  readonly script?: string;
}

const style = readFileSync(new URL("./style.css", import.meta.url), "utf8");

/** The policy allows only scripts and styles with these hashes, so that a target's text cannot add any. */
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

export function renderDocument({ title, header, body, end, data, script }: Document): string {
  const scripts = script === undefined ? "" : `; script-src ${hashOf(script)}`;
  const policy = `default-src 'none'; style-src ${hashOf(style)}${scripts}; base-uri 'none'; form-action 'none'`;
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<style>${trusted(style)}</style>
</head>
<body>
<a class="unseen skip-link" href="#main">To the results</a>
${header}
${body}
<footer class="page-end">${end}</footer>
${data}
${script === undefined ? undefined : html`<script>${trusted(script)}</script>`}
</body>
</html>`.text
  }\n`;
}

export const renderMain = (sections: readonly Html[]): Html => html`<main id="main" tabindex="-1">${sections}</main>`;
