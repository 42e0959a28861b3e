/** The page at the server's root: what this is, and where to go from here. */

import type { RequestHandler } from "express";
import { html } from "../../cli/html.ts";
import type { ServerContext } from "../http/server-context.ts";
import { baseUrlFor } from "./addresses.ts";
import { copyable, sendPage } from "./layout.ts";

export const landing =
  (server: ServerContext): RequestHandler =>
  (request, response) => {
    const baseUrl = baseUrlFor(server, request);
    const { limit, windowMs } = server;
    const content = html`<h1>Feedback and Product Knowledge API</h1>
<p class="lead">This is the reference server: it answers all 18 endpoints strictly to the contract, on example data. Try a client
against it, or see what an answer looks like.</p>
<section>
<h2>Base URL</h2>
${copyable(baseUrl)}
<p class="hint">${limit} requests in ${windowMs / 1000} s for each organization. These pages do not count.</p>
</section>
<section>
<h2>First request</h2>
<ol class="steps">
<li><a href="/settings">Sign in to the settings</a> as one of the example people.</li>
<li>Create an API key, and put it into the variable <code>KEY_A</code>, as is shown there once.</li>
<li>Send it with each request:
${copyable(`curl -H "Authorization: Bearer $KEY_A" ${baseUrl}/v1/products`)}</li>
</ol>
</section>
<section class="cards">
<a class="card" href="/docs"><strong>API documentation</strong> <span>Every endpoint, its fields and answers, to try out here.</span></a>
<a class="card" href="/settings"><strong>Organization settings</strong> <span>API keys, members and invitations.</span></a>
</section>`;
    sendPage(response, { title: "Feedback and Product Knowledge API", content });
  };
