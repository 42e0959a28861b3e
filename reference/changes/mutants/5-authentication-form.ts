/** Faults in the form of API keys (§5.5). */

import { listCredentials } from "../seams/callers.ts";
import { combine, replace } from "../seams/replace.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

export default [
  defineMutant({
    id: "keys-of-letters-alone",
    clause: "auth.key-form",
    fault: "API keys are issued without a prefix",
    change: combine(
      listCredentials((credentials) =>
        credentials.map((credential) => ({ ...credential, token: credential.token.replace(/^fpk_key_/, "") })),
      ),
      replace("credentials", ({ lookUp, ...credentials }) => ({
        lookUp: (store, token) =>
          lookUp.call(credentials, store, token) ?? lookUp.call(credentials, store, `fpk_key_${token}`),
      })),
    ),
  }),
] satisfies readonly Mutant[];
