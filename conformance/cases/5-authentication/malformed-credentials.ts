/** §5.1 and §5.8: an Authorization header of another form carries no valid credentials. */
import { malformed, unknownToken } from "../../client/caller.ts";
import { unissuedToken } from "../../generate/unissued-token.ts";
import { defineCase } from "../case.ts";
import { expect401ForEach, knownIds, sendable } from "../shared/all-operations.ts";

/**
 * Authorization headers without a bearer token. None writes `bearer` in lower case: some HTTP servers keep that
 * spelling for later requests on the connection, and then applications that compare exactly reject valid credentials.
 */
const malformedHeaders = (token: string) => [
  "Bearer",
  "Basic ZnBrOmZwaw==",
  "Digest username=fpk",
  "Bearer fpk unknown token",
  token,
  `TOKEN ${token}`,
];

/** Each header is sent to this many operations. The run's seed chooses them. */
const operationsEach = 2;

export const malformedCredentials = defineCase({
  id: "auth.malformed-credentials",
  clause: "auth.unauthorized",
  claim: "An Authorization header of any form that holds no issued token is answered 401",
  lane: "anonymous",
  async run(context) {
    const ids = await knownIds(context);
    const token = unissuedToken(undefined, context.mark);
    const operations = sendable(context, context.operations);
    const callers = malformedHeaders(token).map(malformed);
    const rounds = [callers, unknownToken(token), ...Array.from({ length: operationsEach - 1 }, () => callers)];
    for (const [at, caller] of rounds.flat().entries()) {
      const [operation] = operations.slice((at + context.seed) % operations.length);
      if (operation === undefined) return;
      const what = `with Authorization: ${caller.authorization}`;
      await expect401ForEach(context, context.asCaller(caller), ids, what, [operation]);
    }
  },
});
