/** §4 and §5.8: every endpoint requires the Authorization header. */
import { noCredentials } from "../../client/caller.ts";
import { defineCase } from "../case.ts";
import { expect401, idsInTurn, knownIdsAndFeedback, sendable, sendHarmless } from "../given/all-operations.ts";
import { conditionsOn } from "../given/conditions.ts";

/** Every second read is conditional on what its owner was shown, since a cache may answer it. */
export const withoutCredentials = defineCase({
  id: "auth.no-credentials",
  clause: "endpoint.authorization",
  claim: "Without an Authorization header every endpoint answers 401, also to a conditional request",
  lane: "anonymous",
  async run(context) {
    const known = await knownIdsAndFeedback(context);
    const inTurn = await idsInTurn(context, known);
    const anonymous = context.asCaller(noCredentials);
    for (const [at, operation] of sendable(context, context.operations).entries()) {
      const ids = operation.parameters.includes("problemId") ? known : inTurn(at);
      const headers = (at + context.seed) % 2 === 0 ? conditionsOn(context, operation, ids) : [];
      const name = `${operation.id} without credentials`;
      await expect401(context, name, () => sendHarmless(anonymous, operation, ids, headers), `for ${name}`);
    }
  },
});
