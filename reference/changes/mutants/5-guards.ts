/** Faults of the guard before the endpoints (§5.8): what it takes for credentials, and what is looked at before it. */

import type { OperationId } from "../../../spec/contract.ts";
import type { Credentials } from "../../parts/credentials.ts";
import { HttpError } from "../../parts/http-error.ts";
import type { Parts } from "../../parts/parts.ts";
import type { SendsJson } from "../../parts/response-writer.ts";
import type { Route } from "../../parts/route.ts";
import type { Caller } from "../../store/caller.ts";
import { findCredential } from "../../store/credentials.ts";
import type { Database } from "../../store/database.ts";
import { text } from "../../store/row.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

const changingStranger =
  (change: (stranger: Credentials["unauthenticated"]) => Credentials["unauthenticated"]) =>
  (parts: Parts): Parts => ({
    ...parts,
    credentials: {
      ...parts.credentials,
      unauthenticated: change(parts.credentials.unauthenticated.bind(parts.credentials)),
    },
  });

/** Whose key was stored first. */
function firstCaller(store: Database): Caller | undefined {
  const row = store.first("SELECT hash FROM apiKeys ORDER BY createdAt, rowid");
  return row === undefined ? undefined : findCredential(store, text(row, "hash"))?.caller;
}

/** Nobody, on the way to a handler that will ask who it is. */
const nobody: Caller = {
  kind: "session",
  credentialId: "nobody",
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
    fault: `The handler of ${what} asks for credentials itself, after its body was validated: 400 to anybody`,
    change: (parts) => {
      const route: Route = (request) => {
        if (request.caller === nobody) throw new HttpError("unauthenticated", "A valid bearer token is needed.");
        return parts.routes[operation](request);
      };
      const late = changingStranger((stranger) => (store, call, header) => {
        return call.operation === operation ? nobody : stranger(store, call, header);
      })(parts);
      return { ...late, routes: { ...parts.routes, [operation]: route } };
    },
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
    fault: "The gateway looks at the Content-Type before the credentials: 415 to anybody",
    change: (parts) => {
      const sendsJson: SendsJson = (response, status, body, operation) => {
        const type = response.req.headers["content-type"];
        const isOther = status === 401 && type !== undefined && !type.includes("json");
        parts.sendsJson(response, isOther ? 415 : status, isOther ? { error: "Send JSON." } : body, operation);
      };
      return { ...parts, sendsJson };
    },
  }),
  defineMutant({
    id: "empty-bearer-accepted",
    clause: "auth.unauthorized",
    fault: "An empty token matches the start of every stored one, and the first is taken",
    change: changingStranger((stranger) => (store, call, header) => {
      const isEmpty = /^bearer *$/i.test(header ?? "");
      return (isEmpty ? firstCaller(store) : undefined) ?? stranger(store, call, header);
    }),
  }),
  defineMutant({
    id: "audit-without-a-token",
    clause: "auth.unauthorized",
    fault: "The audit log of writes cuts the token out of the header, and breaks where there is none",
    change: changingStranger((stranger) => (store, call, header) => {
      const isWrite = ["submitFeedback", "updateMe", "createOrganization", "inviteMember"].includes(
        call.operation ?? "",
      );
      if (isWrite && header !== undefined && !hasToken(header)) throw new TypeError("no token");
      return stranger(store, call, header);
    }),
  }),
  defineMutant({
    id: "token-without-a-prefix",
    clause: "auth.unauthorized",
    fault: "What stands before _key_ is looked up in the table of services, and is not there",
    change: changingStranger((stranger) => (store, call, header) => {
      if (/^bearer \S+$/i.test(header ?? "") && !header?.includes("_key_")) throw new TypeError("no service");
      return stranger(store, call, header);
    }),
  }),
] satisfies readonly Mutant[];
