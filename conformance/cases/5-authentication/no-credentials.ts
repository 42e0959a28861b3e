/** §4 and §5.8: every endpoint requires the Authorization header. */
import { noCredentials } from "../../client/caller.ts";
import { defineCase, type Operation } from "../case.ts";
import { expect401, idsInTurn, knownIdsAndFeedback, sendable, sendHarmless } from "../shared/all-operations.ts";
import { conditionsOn } from "../shared/conditions.ts";
import { expectEach, whereAvailable } from "../shared/expect.ts";
import { availableActors } from "../shared/permitted.ts";

/**
 * Every second read is conditional on what its owner was shown, since a cache may answer it. One read, chosen by the
 * run's seed, is sent immediately after a key's, whose response a cache may keep for a moment.
 */
export const withoutCredentials = defineCase({
  id: "auth.no-credentials",
  clause: "endpoint.authorization",
  claim:
    "Without an Authorization header every endpoint answers 401, also to a conditional request, and right after a key's read",
  lane: "anonymous",
  async run(context) {
    const known = await knownIdsAndFeedback(context);
    const inTurn = await idsInTurn(context, known);
    const anonymous = context.asCaller(noCredentials);
    const [key] = availableActors(context, ["other-organization", "key"]);
    const reads = context.operations.filter(({ method, parameters }) => method === "GET" && parameters.length === 0);
    const [readByKey] = context.sample(reads, 1);
    const expectRejected = async (operation: Operation, at: number) => {
      const ids = operation.parameters.includes("problemId") ? known : inTurn(at);
      const isReadByKey = operation === readByKey;
      const headers = (at + context.seed) % 2 === 0 && !isReadByKey ? conditionsOn(context, operation, ids) : [];
      const name = `${operation.id} without credentials`;
      const send = async () => {
        if (isReadByKey) await whereAvailable(async () => key?.send(operation.id, { parameters: ids }));
        return sendHarmless(anonymous, operation, ids, headers);
      };
      await expect401(context, name, send, `for ${name}`);
    };
    const sent = sendable(context, context.operations);
    await expectEach(sent.map((operation, at) => () => expectRejected(operation, at)));
  },
});
