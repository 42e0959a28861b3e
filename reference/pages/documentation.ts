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
<p class="lead">The contract with this server's choices. To try it out, <a href="/settings">get a key</a>, press Authorize, and enter it.
The document itself: <a href="/docs/openapi.json">openapi.json</a>.</p>
<noscript><p class="problem">The documentation needs JavaScript. The document can be read without it.</p></noscript>
<div id="documentation"></div>`;
    sendPage(response, { title: "API documentation", content, head, hasMain: true });
  });
  router.get("/openapi.json", async (_request, response) => {
    const servers = [{ url: prefix, description: "This server" }];
    response.json({ ...(await enforcedDocument()), servers });
  });
  return router;
}
