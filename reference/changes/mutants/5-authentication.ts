/** Faults in accepting API keys and sessions, in their expiry, and in keeping them secret (§5.1 to §5.5). */
import { HttpError } from "../../parts/http-error.ts";
import type { SendJson } from "../../parts/response-writer.ts";
import { listCredentials, serveUnauthenticated } from "../seams/callers.ts";
import { combine, replace } from "../seams/replace.ts";
import { isWrite } from "../seams/responses.ts";
import { replaceRoute } from "../seams/routes.ts";
import { defineMutant, type Mutant, mutantsOf } from "./mutant.ts";

/** Sends responses that contain a part of the request's Authorization header. */
const leaking = (id: string, fault: string, leak: (send: SendJson, token: string) => SendJson): Mutant =>
  defineMutant({
    id,
    clause: "auth.key-secrecy",
    fault,
    change: replace("responseWriter", ({ send }, { credentials }) => ({
      send: (response, status, body, operation) => {
        const token = credentials.tokenOf(response.req.headers.authorization);
        const sendOrLeak = token === undefined ? send : leak(send, token);
        sendOrLeak(response, status, body, operation);
      },
    })),
  });

export default [
  // §5.1: both kinds of credentials are served.
  ...mutantsOf("auth.bearer", {
    "keys-taken-for-sessions": {
      fault: "API keys are answered 401, because they are looked up in the table of sessions",
      change: replace("credentials", ({ lookUp }) => ({
        lookUp(store, token) {
          const found = lookUp.call(this, store, token);
          return found?.caller.kind === "session" ? found : undefined;
        },
      })),
    },
    "sessions-not-taken": {
      fault: "Sessions are answered 401, because only tokens with the prefix of an API key are looked up",
      change: replace("credentials", ({ tokenOf }) => ({
        tokenOf: (header) => (tokenOf(header)?.includes("_key_") ? tokenOf(header) : undefined),
      })),
    },
  }),
  defineMutant({
    id: "session-without-an-installation",
    clause: "endpoint.getMe",
    fault: "Every endpoint answers 400 to a session, because a session has no installation",
    change: replace("credentials", ({ permits }) => ({
      permits: (role, operation, caller) => {
        if (caller.kind === "session")
          throw new HttpError("malformedRequest", "No installation is tied to this token.");
        return permits(role, operation, caller);
      },
    })),
  }),

  // §5.3: expiry.
  ...mutantsOf("auth.key-expiry", {
    "expired-key-accepted": {
      fault: "An API key works after its expiry date",
      change: replace("credentials", { isExpired: () => false }),
    },
    "expiry-in-seconds": {
      fault: "An API key never expires, because its expiry date in milliseconds is compared with the time in seconds",
      change: replace("credentials", ({ isExpired }) => ({ isExpired: (key, now) => isExpired(key, now / 1000) })),
    },
    "expiry-on-writes-only": {
      fault: "The expiry date of a key is checked for POST and PUT only",
      change: replace("credentials", ({ isExpired }) => ({
        isExpired: (key, now, operation) => isWrite(operation) && isExpired(key, now),
      })),
    },
    "expiry-forgotten-for-installations": {
      fault: "An expired key can read its installation",
      change: replace("credentials", ({ isExpired }) => ({
        isExpired: (key, now, operation) => operation !== "getInstallation" && isExpired(key, now),
      })),
    },
    "expired-answered-403": {
      fault: "An expired key is answered 403",
      change: serveUnauthenticated((_store, { expired }) => {
        if (expired !== undefined) throw new HttpError("forbidden", "The key has expired.");
        return undefined;
      }),
    },
  }),

  // §5.4: the key is never shown again.
  leaking(
    "key-in-a-header",
    "Every response repeats the Authorization header for debugging",
    (send, token) => (response, status, body, operation) => {
      response.setHeader("X-Debug-Authorization", `Bearer ${token}`);
      send(response, status, body, operation);
    },
  ),
  leaking(
    "key-in-a-405",
    "The error for a method that a path does not have shows the request's headers",
    (send, token) => (response, status, body, operation) =>
      send(response, status, status === 405 ? { ...Object(body), request: { authorization: token } } : body, operation),
  ),
  leaking(
    "key-in-an-acceptance",
    "The acceptance of a submission contains the token that it was sent with",
    (send, token) => (response, status, body, operation) =>
      send(response, status, operation === "submitFeedback" ? { ...Object(body), sentWith: token } : body, operation),
  ),
  leaking(
    "key-in-the-installation",
    "The installation contains the API key that it was read with",
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
    "A 404 contains the caller's token",
    (send, token) => (response, status, body, operation) =>
      send(response, status, status === 404 ? { error: `Nothing here for ${token}.` } : body, operation),
  ),

  // §5.8: not permitted.
  ...mutantsOf("auth.forbidden", {
    "denied-401": {
      fault: "A caller without permission is answered 401 instead of 403",
      change: replace("errors", ({ status }) => ({
        status: (kind, operation) => status(kind === "forbidden" ? "unauthenticated" : kind, operation),
      })),
    },
    "denied-404": {
      fault: "The feature list is answered 404 instead of 403 to a caller without permission",
      change: replace("errors", ({ status }) => ({
        status: (kind, operation) =>
          status(kind === "forbidden" && operation === "listFeatures" ? "notFound" : kind, operation),
      })),
    },
    "denied-invitation-400": {
      fault: "An invitation of a caller without permission is answered 400 instead of 403",
      change: combine(
        listCredentials((all) => all.map((each) => (each.denied ? { ...each, denied: ["inviteMember"] } : each))),
        replace("errors", ({ status }) => ({
          status: (kind, operation) =>
            status(kind === "forbidden" && operation === "inviteMember" ? "invalid" : kind, operation),
        })),
      ),
    },
    "denied-shown-nothing": {
      fault: "The feature list is answered 200, without items, instead of 403 to a caller without permission",
      change: combine(
        replace("credentials", { permits: () => true }),
        replaceRoute(
          "listFeatures",
          (route) => (request) =>
            request.caller.role === "viewer" ? request.parts.serializers.list([]) : route(request),
        ),
      ),
    },
    "roles-not-enforced": {
      fault: "Callers without permission are served",
      change: replace("credentials", { permits: () => true }),
    },
  }),
] satisfies readonly Mutant[];
