/** The reference's pages for people: what this server is, the API's documentation, and the organization's settings (§5.3). */

import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from "express";
import { html } from "../../cli/html.ts";
import { framingFault } from "../http/framing.ts";
import { prefix } from "../http/match-operation.ts";
import { contextOf } from "../http/request-context.ts";
import type { ServerContext } from "../http/server-context.ts";
import { statuses } from "../parts/http-error.ts";
import { assets } from "./assets.ts";
import { documentation } from "./documentation.ts";
import { landing } from "./landing.ts";
import { LastUses } from "./last-uses.ts";
import { type PageOptions, sendPage } from "./layout.ts";
import { securityHeaders } from "./security-headers.ts";
import { settings } from "./settings.ts";

/**
 * The pages, to be used before the API. What is below the API's prefix, or is not asked for by a browser and is not a page, goes on to
 * the API: pages count against no rate limit, and change no answer of an endpoint.
 */
export function createPages(server: ServerContext, options: PageOptions): RequestHandler {
  const router = Router({ caseSensitive: true });
  const lastUses = new LastUses(server);
  router.use((request, response, next) => {
    if (!isOfApi(request)) return next();
    response.once("finish", () => lastUses.note(contextOf(request).caller));
    next("router");
  });
  router.use(securityHeaders);
  router.use((request, response, next) => (framingFault(request) === undefined ? next() : sendUnreadable(response)));
  router.use(express.urlencoded({ extended: false, limit: "20kb" }));
  router.get("/", landing(server));
  router.use("/assets", assets());
  router.use("/docs", documentation());
  router.use("/settings", settings(server, lastUses, options));
  router.use((request, response, next) => {
    if (!isFromBrowser(request)) return next();
    const content = html`<h1>There is no such page</h1><p><a href="/">To the first page</a></p>`;
    sendPage(response, { title: "There is no such page", content }, 404);
  });
  return router.use(failure(server));
}

const isOfApi = ({ path }: Request): boolean => path === prefix || path.startsWith(`${prefix}/`);

const isFromBrowser = ({ headers }: Request): boolean => headers.accept?.includes("text/html") ?? false;

const failure =
  (server: ServerContext): ErrorRequestHandler =>
  (error, _request, response, next) => {
    if (response.headersSent) return next(error);
    const { status } = error as { status?: unknown };
    const isTheirs = typeof status === "number" && status >= 400 && status < 500;
    if (!isTheirs) server.report(error);
    if (isTheirs) return sendUnreadable(response, status);
    const title = "Something went wrong here: nothing was changed";
    const code = statuses[server.parts.errors.httpErrorOf(error).kind];
    sendPage(response, { title, content: html`<h1>${title}</h1>` }, code);
  };

function sendUnreadable(response: Response, status = 400): void {
  const title = "This request cannot be read";
  sendPage(response, { title, content: html`<h1>${title}</h1>` }, status);
}
