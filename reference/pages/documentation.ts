/** The API's documentation: the contract with the reference's choices, by Swagger UI. */

import { type RequestHandler, Router } from "express";
import { html } from "../../cli/html.ts";
import { enforcedDocument } from "../http/contract.ts";
import { prefix } from "../http/match-operation.ts";
import { sendPage } from "./layout.ts";
import { documentationPolicy } from "./security-headers.ts";

export function documentation(): RequestHandler {
  const router = Router({ caseSensitive: true });
  router.get("/", (_request, response) => {
    response.set("Content-Security-Policy", documentationPolicy);
    const head = html`<link rel="stylesheet" href="/assets/swagger-ui/swagger-ui.css">
<link rel="stylesheet" href="/assets/documentation.css">
<script defer src="/assets/swagger-ui/swagger-ui-bundle.js"></script>
<script type="module" src="/assets/documentation.js"></script>`;
    const content = html`<h1>API documentation</h1>
<p class="lead">The contract with this server's choices, to try out here. As a file for generators and mocks:
<a href="/docs/openapi.json">openapi.json</a></p>
<noscript><p class="problem">The documentation needs JavaScript. The file can be read without it.</p></noscript>
<section><form class="fields">
<label for="key">API key</label>
<input id="key" type="password" autocomplete="off" spellcheck="false" aria-describedby="key-hint">
<p class="hint" id="key-hint">Sent with the requests of this page. <a href="/settings">Create one in the settings</a></p>
</form></section>
<div id="documentation"></div>`;
    sendPage(response, { title: "API documentation", content, head });
  });
  router.get("/openapi.json", async (_request, response) => {
    const servers = [{ url: prefix, description: "This server" }];
    response.json({ ...(await enforcedDocument()), servers });
  });
  return router;
}
