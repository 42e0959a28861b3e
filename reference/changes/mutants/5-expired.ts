/** Faults by which an expired key (§5.3) is served in some forms of a request only. */
import { serveUnauthenticated } from "../seams/callers.ts";
import { combine } from "../seams/replace.ts";
import { sending } from "../seams/responses.ts";
import { type Mutant, mutantsOf } from "./mutant.ts";

export default [
  ...mutantsOf("auth.key-expiry", {
    "expired-served-with-a-query": {
      fault: "The expiry date is checked at the exact paths only: an expired key is served where a query follows",
      change: serveUnauthenticated((_store, { expired, target }) => (target.includes("?") ? expired : undefined)),
    },
    "expired-served-conditionally": {
      fault: "The expiry date is not checked where a request asks whether something has changed",
      change: serveUnauthenticated((_store, { expired, headers }) => (headers["if-none-match"] ? expired : undefined)),
    },
    "expired-read-from-a-cache": {
      fault: "An expired key reads what a valid key was served just before",
      change: (parts) => {
        let last: string | undefined;
        return combine(
          sending((send) => (response, status, body, operation) => {
            if (status === 200) last = `${response.req.method} ${response.req.originalUrl}`;
            send(response, status, body, operation);
          }),
          serveUnauthenticated((_store, { expired, method, target }) =>
            last === `${method} ${target}` ? expired : undefined,
          ),
        )(parts);
      },
    },
    "expiry-of-rejected-submissions": {
      fault: "The expiry date is checked once a submission is rejected: a valid one is accepted after it",
      change: (parts) => {
        const unchecked = new WeakSet<object>();
        return combine(
          serveUnauthenticated((_store, { operation, expired, headers }) => {
            if (operation !== "submitFeedback" || expired === undefined) return undefined;
            unchecked.add(headers);
            return expired;
          }),
          sending((send) => (response, status, body, operation) => {
            if (status >= 400 && unchecked.has(response.req.headers))
              send(response, 401, { error: "The key has expired." }, operation);
            else send(response, status, body, operation);
          }),
        )(parts);
      },
    },
  }),
] satisfies readonly Mutant[];
