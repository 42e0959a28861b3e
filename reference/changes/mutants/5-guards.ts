/** Faults of the guard before the endpoints (§5.8): what it takes for credentials, and what is looked at before it. */

import type { OperationId } from "../../../spec/contract.ts";
import { HttpError } from "../../parts/http-error.ts";
import type { Caller } from "../../store/caller.ts";
import { combine, firstCaller, isWrite, replace, replaceRoute, serveUnauthenticated } from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

/** The caller of a request without valid credentials, until a handler asks for them. */
const anonymous: Caller = {
  kind: "session",
  credentialId: "anonymous",
  orgId: "",
  userId: "",
  role: "owner",
  installationId: null,
};

/** The handler of one write asks for the credentials, when the body has been looked at. */
const afterTheBody = (id: string, operation: OperationId, what: string): Mutant =>
  defineMutant({
    id,
    clause: "auth.unauthorized",
    fault: `The handler of ${what} authenticates after validating the body: 400 for an invalid one without credentials`,
    change: combine(
      serveUnauthenticated((_store, context) => (context.operation === operation ? anonymous : undefined)),
      replaceRoute(operation, (route) => (request) => {
        if (request.caller === anonymous) throw new HttpError("unauthenticated", "A valid bearer token is needed.");
        return route(request);
      }),
    ),
  });

const hasToken = (header: string | undefined) => /^\S+ +\S/.test(header ?? "");

export default [
  afterTheBody("submission-before-credentials", "submitFeedback", "submissions"),
  afterTheBody("update-before-credentials", "updateMe", "the profile's update"),
  afterTheBody("creation-before-credentials", "createOrganization", "new organizations"),
  afterTheBody("invitation-before-credentials", "inviteMember", "invitations"),
  defineMutant({
    id: "media-type-before-credentials",
    clause: "auth.unauthorized",
    fault: "The gateway checks the Content-Type before the credentials: 415 without credentials",
    change: replace("responseWriter", ({ send }) => ({
      send: (response, status, body, operation) => {
        const type = response.req.headers["content-type"];
        const isOther = status === 401 && type !== undefined && !type.includes("json");
        send(response, isOther ? 415 : status, isOther ? { error: "Send JSON." } : body, operation);
      },
    })),
  }),
  defineMutant({
    id: "empty-bearer-accepted",
    clause: "auth.unauthorized",
    fault: "An empty token matches the beginning of every stored one: the first key's caller is served",
    change: serveUnauthenticated((store, _context, header) =>
      /^bearer *$/i.test(header ?? "") ? firstCaller(store) : undefined,
    ),
  }),
  defineMutant({
    id: "audit-without-a-token",
    clause: "auth.unauthorized",
    fault: "The audit log of writes fails with 500 if the header contains no token",
    change: serveUnauthenticated((_store, context, header) => {
      if (isWrite(context.operation) && header !== undefined && !hasToken(header)) throw new TypeError("no token");
      return undefined;
    }),
  }),
  defineMutant({
    id: "token-without-a-prefix",
    clause: "auth.unauthorized",
    fault: "A token without _key_ fails with 500",
    change: serveUnauthenticated((_store, _context, header) => {
      if (/^bearer \S+$/i.test(header ?? "") && !header?.includes("_key_")) throw new TypeError("no service");
      return undefined;
    }),
  }),
] satisfies readonly Mutant[];
