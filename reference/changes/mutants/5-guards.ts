/** Faults in the authentication (§5.8): in what it accepts, and in validating requests before it. */

import type { OperationId } from "../../../spec/contract.ts";
import { HttpError } from "../../parts/http-error.ts";
import type { Caller } from "../../store/caller.ts";
import { firstCaller, serveUnauthenticated } from "../seams/callers.ts";
import { combine, replace } from "../seams/replace.ts";
import { isWrite, sending } from "../seams/responses.ts";
import { replaceRoute } from "../seams/routes.ts";
import { defineMutant, type Mutant, mutantsOf } from "./mutant.ts";

/** The caller of a request without valid credentials, until a handler requires some. */
const anonymous: Caller = {
  kind: "session",
  credentialId: "anonymous",
  orgId: "",
  userId: "",
  role: "owner",
  installationId: null,
};

/** Requires the credentials of one write only after its body has been validated. */
const afterTheBody = (id: string, operation: OperationId, what: string): Mutant =>
  defineMutant({
    id,
    clause: "auth.unauthorized",
    fault: `The body of ${what} is validated before the credentials: an invalid body without credentials is answered 400`,
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
  afterTheBody("submission-before-credentials", "submitFeedback", "a submission"),
  afterTheBody("update-before-credentials", "updateMe", "an update"),
  afterTheBody("creation-before-credentials", "createOrganization", "a creation"),
  afterTheBody("invitation-before-credentials", "inviteMember", "an invitation"),
  ...mutantsOf("auth.unauthorized", {
    "media-type-before-credentials": {
      fault: "The Content-Type is checked before the credentials: another type without credentials is answered 415",
      change: sending((send) => (response, status, body, operation) => {
        const type = response.req.headers["content-type"];
        const isOther = status === 401 && type !== undefined && !type.includes("json");
        send(response, isOther ? 415 : status, isOther ? { error: "Send JSON." } : body, operation);
      }),
    },
    "empty-bearer-accepted": {
      fault: "An empty token is accepted as the first key",
      change: serveUnauthenticated((store, _context, header) =>
        /^bearer *$/i.test(header ?? "") ? firstCaller(store) : undefined,
      ),
    },
    "audit-without-a-token": {
      fault: "A write whose Authorization header contains no token fails with 500",
      change: serveUnauthenticated((_store, context, header) => {
        if (isWrite(context.operation) && header !== undefined && !hasToken(header)) throw new TypeError("no token");
        return undefined;
      }),
    },
    "token-without-a-prefix": {
      fault: "A token that does not contain _key_ fails with 500",
      change: serveUnauthenticated((_store, _context, header) => {
        if (/^bearer \S+$/i.test(header ?? "") && !header?.includes("_key_")) throw new TypeError("no service");
        return undefined;
      }),
    },
  }),
  defineMutant({
    id: "path-parameter-passes-the-guard",
    clause: "endpoint.authorization",
    fault: "The credentials are checked for the path as it was sent: /v1/products;x is served without any",
    change: combine(
      replace("router", () => ({ normalize: (target) => target.replace(/;[^/?]*/g, "") })),
      serveUnauthenticated((store, { operation, target }) =>
        operation !== undefined && target.includes(";") ? firstCaller(store) : undefined,
      ),
    ),
  }),
] satisfies readonly Mutant[];
