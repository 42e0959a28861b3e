import type { OperationId } from "../../../spec/contract.ts";
import type { Credentials } from "../../parts/credentials.ts";
import { HttpError } from "../../parts/http-error.ts";
import type { Parts } from "../../parts/parts.ts";
import type { SendsJson } from "../../parts/response-writer.ts";
import type { Route } from "../../parts/route.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

const changing =
  (change: (credentials: Credentials) => Partial<Credentials>) =>
  (parts: Parts): Parts => ({ ...parts, credentials: { ...parts.credentials, ...change(parts.credentials) } });

const isWrite = (operation: OperationId | undefined) =>
  ["submitFeedback", "updateMe", "createOrganization", "inviteMember"].includes(operation ?? "");

/** Sends the answer with something of the request's Authorization header in it. */
const leaking = (id: string, fault: string, leak: (send: SendsJson, token: string) => SendsJson): Mutant =>
  defineMutant({
    id,
    clause: "auth.key-secrecy",
    fault,
    change: (parts) => ({
      ...parts,
      sendsJson: (response, status, body, operation) => {
        const token = parts.credentials.tokenOf(response.req.headers.authorization);
        const send = token === undefined ? parts.sendsJson : leak(parts.sendsJson, token);
        send(response, status, body, operation);
      },
    }),
  });

export default [
  // §5.1: who is served.
  defineMutant({
    id: "keys-taken-for-sessions",
    clause: "auth.bearer",
    fault: "API keys are looked up in the table of sessions",
    change: changing(({ lookUp }) => ({
      lookUp(store, token) {
        const found = lookUp.call(this, store, token);
        return found?.caller.kind === "session" ? found : undefined;
      },
    })),
  }),
  defineMutant({
    id: "sessions-not-taken",
    clause: "auth.bearer",
    fault: "Only tokens with the prefix of an API key are looked up",
    change: changing(({ tokenOf }) => ({
      tokenOf: (header) => (tokenOf(header)?.includes("_key_") ? tokenOf(header) : undefined),
    })),
  }),
  defineMutant({
    id: "session-without-an-installation",
    clause: "endpoint.getMe",
    fault: "A session without an installation is refused by every endpoint with a 400",
    change: (parts) => {
      const permits: Credentials["permits"] = (role, operation, caller) => {
        if (caller.kind === "session")
          throw new HttpError("malformedRequest", "No installation is tied to this token.");
        return parts.credentials.permits(role, operation, caller);
      };
      return { ...parts, credentials: { ...parts.credentials, permits } };
    },
  }),

  // §5.3: expiry.
  defineMutant({
    id: "expired-key-accepted",
    clause: "auth.key-expiry",
    fault: "An API key works after its expiry date",
    change: changing(() => ({ isExpired: () => false })),
  }),
  defineMutant({
    id: "expiry-in-seconds",
    clause: "auth.key-expiry",
    fault: "The expiry date in milliseconds is compared with the time in seconds",
    change: changing(({ isExpired }) => ({ isExpired: (key, now) => isExpired(key, now / 1000) })),
  }),
  defineMutant({
    id: "expiry-on-writes-only",
    clause: "auth.key-expiry",
    fault: "The expiry date is looked at by the middleware of POST and PUT only",
    change: changing(({ isExpired }) => ({
      isExpired: (key, now, operation) => isWrite(operation) && isExpired(key, now),
    })),
  }),
  defineMutant({
    id: "expiry-forgotten-for-installations",
    clause: "auth.key-expiry",
    fault: "The route of installations looks its key up itself, and forgets the expiry date",
    change: changing(({ isExpired }) => ({
      isExpired: (key, now, operation) => operation !== "getInstallation" && isExpired(key, now),
    })),
  }),
  defineMutant({
    id: "expired-answered-403",
    clause: "auth.key-expiry",
    fault: "An expired key is answered 403, as if it had lost a permission",
    change: changing(({ unauthenticated }) => ({
      unauthenticated(store, call, header) {
        if (call.expired !== undefined) throw new HttpError("forbidden", "The key has expired.");
        return unauthenticated(store, call, header);
      },
    })),
  }),

  // §5.4: the key is never shown again.
  leaking(
    "key-in-a-header",
    "Every answer repeats the Authorization header for debugging",
    (send, token) => (response, status, body, operation) => {
      response.setHeader("X-Debug-Authorization", `Bearer ${token}`);
      send(response, status, body, operation);
    },
  ),
  leaking(
    "key-in-the-installation",
    "The installation shows the key that it was read with",
    (send, token) => (response, status, body, operation) =>
      send(
        response,
        status,
        operation === "getInstallation" && status === 200 ? { ...Object(body), apiKey: token } : body,
        operation,
      ),
  ),
  leaking(
    "key-in-an-error",
    "A 404 names the caller by the key",
    (send, token) => (response, status, body, operation) =>
      send(response, status, status === 404 ? { error: `Nothing here for ${token}.` } : body, operation),
  ),

  // §5.8: not permitted.
  defineMutant({
    id: "denied-401",
    clause: "auth.forbidden",
    fault: "A caller whose role may not is answered 401",
    change: (parts) => ({
      ...parts,
      errors: {
        ...parts.errors,
        status: (kind, operation) => parts.errors.status(kind === "forbidden" ? "unauthenticated" : kind, operation),
      },
    }),
  }),
  defineMutant({
    id: "denied-404",
    clause: "auth.forbidden",
    fault: "What a role may not see is answered 404",
    change: (parts) => ({
      ...parts,
      errors: {
        ...parts.errors,
        status: (kind, operation) =>
          parts.errors.status(kind === "forbidden" && operation === "listFeatures" ? "notFound" : kind, operation),
      },
    }),
  }),
  defineMutant({
    id: "denied-shown-nothing",
    clause: "auth.forbidden",
    fault: "A list that a role may not see is answered 200, without items",
    change: (parts) => {
      const listFeatures: Route = (request) =>
        request.caller.role === "viewer" ? parts.serializers.list([]) : parts.routes.listFeatures(request);
      const permits = () => true;
      return {
        ...parts,
        routes: { ...parts.routes, listFeatures },
        credentials: { ...parts.credentials, permits },
      };
    },
  }),
  defineMutant({
    id: "roles-not-enforced",
    clause: "auth.forbidden",
    fault: "Roles are shown and never enforced",
    change: changing(() => ({ permits: () => true })),
  }),
] satisfies readonly Mutant[];
