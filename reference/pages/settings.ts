/** The settings: the sign-in, and each organization's members, invitations and API keys (§5.3). */

import { type RequestHandler, Router } from "express";
import type { ServerContext } from "../http/server-context.ts";
import { deleteSession } from "../store/credentials.ts";
import { redirectTo } from "./forms.ts";
import { invitation } from "./invitation.ts";
import type { LastUses } from "./last-uses.ts";
import type { PageOptions } from "./layout.ts";
import { organization } from "./organization.ts";
import { visit, visitorOf } from "./session.ts";
import { signIn } from "./sign-in.ts";

export function settings(server: ServerContext, lastUses: LastUses, options: PageOptions): RequestHandler {
  const { store } = server;
  const router = Router({ caseSensitive: true });
  router.use(visit(server));
  router.get("/", (request, response) => {
    const { caller } = visitorOf(request);
    response.redirect(303, caller === undefined ? "/settings/sign-in" : `/settings/organizations/${caller.orgId}`);
  });
  router.use("/sign-in", signIn(server, options));
  router.post("/sign-out", (request, response) => {
    const { caller } = visitorOf(request);
    if (caller !== undefined) deleteSession(store, caller.credentialId);
    return redirectTo(server, response, "/settings/sign-in");
  });
  router.use("/invitations", invitation(server));
  router.use("/organizations", organization(server, lastUses));
  return router;
}
