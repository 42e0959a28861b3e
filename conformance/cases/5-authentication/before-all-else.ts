/** §5.8: whose request it is comes first; what else is wrong with it is nobody's concern who has no valid credentials. */
import type { OperationId } from "../../../spec/contract.ts";
import { noCredentials, unknownToken } from "../../client/caller.ts";
import { type Actor, defineCase, type SendOptions } from "../case.ts";
import { expect401, knownIds } from "../given/all-operations.ts";
import { actorsOf } from "../given/permitted.ts";
import { neverIssued } from "./without-credentials.ts";

export const beforeAllElse = defineCase({
  id: "auth.before-all-else",
  clause: "auth.unauthorized",
  claim:
    "Without valid credentials the answer is 401 before any other: to unknown and foreign ids, and to bodies of any kind",
  lane: "anonymous",
  requests: 8,
  writes: 4,
  async run(context) {
    const nobody = context.asCaller(noCredentials);
    const stranger = context.asCaller(unknownToken(neverIssued(undefined, context.mark)));
    const { productId } = await knownIds(context);
    const unknownId = context.unknownLike(productId);
    const [elsewhere] = actorsOf(context, ["other-organization"]);
    const theirs = elsewhere === undefined ? [] : await context.list(elsewhere, "listProducts").catch(() => []);
    const foreignId = theirs[0]?.id ?? unknownId;
    const asked: readonly [Actor, OperationId, SendOptions][] = [
      [nobody, "getProduct", { parameters: { productId: unknownId }, intent: "unknown-id" }],
      [stranger, "listFeatures", { parameters: { productId: unknownId }, intent: "unknown-id" }],
      [nobody, "getProblem", { parameters: { productId, problemId: unknownId }, intent: "unknown-id" }],
      [stranger, "listContexts", { parameters: { productId: foreignId }, intent: "foreign-id" }],
      [nobody, "submitFeedback", { rawBody: '{"productId": ', intent: "invalid" }],
      [stranger, "updateMe", { rawBody: '{"firstName": ', intent: "invalid" }],
      [nobody, "createOrganization", { rawBody: "name=", contentType: "text/plain", intent: "invalid" }],
      [stranger, "inviteMember", { parameters: { orgId: unknownId }, rawBody: "[", intent: "invalid" }],
    ];
    for (const [actor, operation, options] of asked) {
      if (context.isReadOnly && "rawBody" in options) continue;
      await expect401(context, `first ${operation}`, () => actor.send(operation, options), "before any other answer");
    }
  },
});
