import type { Law } from "../model/check.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";

/** §5.4: a key is shown once, at creation, and no endpoint creates one. */
export const keyNeverReturned: Law = {
  id: "auth.key-never-returned",
  clause: "auth.key-secrecy",
  claim: "No response carries an API key",
  skipReason: "no request was answered: see answers.listProducts",
  judge(exchange) {
    // A target may repeat the request: a key in its path or body (recorded as `$LABEL`), or a made-up token.
    const { url, body } = exchange.request;
    const isSent = url.includes("$") || body.includes("$") || exchange.kind === "unknown";
    if (exchange.response === undefined || isSent) return notApplicable;
    return exchange.holdsKey === undefined
      ? holds
      : fails({
          expected: "no API key in the response",
          actual: "an API key of the target file is in the response, in its headers or its body",
        });
  },
};
