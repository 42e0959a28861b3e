/** §5.8: tokens that need not be issued: anybody can write them. */
import { HttpError } from "../../parts/http-error.ts";
import { field } from "../../routes/body-fields.ts";
import { firstCaller } from "../seams/callers.ts";
import { replace } from "../seams/replace.ts";
import { type Mutant, mutantsOf } from "./mutant.ts";

/** A part of a JSON Web Token; undefined if it is none. */
function decoded(part: string | undefined): unknown {
  try {
    return JSON.parse(Buffer.from(part ?? "", "base64url").toString());
  } catch {
    return undefined;
  }
}

export default [
  ...mutantsOf("auth.unauthorized", {
    "token-unsigned": {
      fault: "An unsigned JSON Web Token (alg: none) is accepted",
      change: replace("credentials", {
        callerOfUnknownToken(store, token) {
          const [header, claims] = token.split(".").map(decoded);
          const caller = firstCaller(store);
          return field(header, "alg") === "none" && field(claims, "sub") === caller?.userId ? caller : undefined;
        },
      }),
    },
    "token-null-a-guest": {
      fault: "The token null is accepted",
      change: replace("credentials", {
        callerOfUnknownToken: (store, token) => (token === "null" ? firstCaller(store) : undefined),
      }),
    },
    "token-a-property-of-objects": {
      fault:
        "Tokens are looked up in an object, which has more properties than the issued tokens: constructor is accepted",
      change: replace("credentials", {
        callerOfUnknownToken: (store, token) => (token in {} ? firstCaller(store) : undefined),
      }),
    },
    "token-with-a-quote-500": {
      fault: "A token with a quote in it fails with 500",
      change: replace("credentials", {
        callerOfUnknownToken(_store, token) {
          if (token.includes("'")) throw new HttpError("internal", "Something went wrong here.");
          return undefined;
        },
        tokenOf: (header) => /^bearer +([\w.~+/'-]+=*) *$/i.exec(header ?? "")?.[1],
      }),
    },
  }),
] satisfies readonly Mutant[];
