/** The frame of a page that is one file: nothing is loaded, and it can be read without JavaScript. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Html, html, trusted } from "./html.ts";

const fileOf = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

/** What may run and style is named by its hash, so that nothing that a target wrote can do either. */
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** `script`: a file of this folder, which the page runs. */
export function renderPage(title: string, body: Html, script?: string): string {
  const style = fileOf("./style.css");
  const code = script === undefined ? undefined : fileOf(script);
  const scripts = code === undefined ? "'none'" : hashOf(code);
  const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${scripts}; base-uri 'none'; form-action 'none'`;
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
${body}
${code === undefined ? undefined : html`<script>${trusted(code)}</script>`}
</body>
</html>`.text
  }\n`;
}
