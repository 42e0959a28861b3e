/** §5.8: credentials are checked first, so that a caller without them learns nothing. */
import { noCredentials, unknownToken } from "../../client/caller.ts";
import { unissuedToken } from "../../generate/unissued-token.ts";
import { type Actor, defineCase, type OperationId, type SendOptions } from "../case.ts";
import { expect401, knownIds } from "../shared/all-operations.ts";
import { itemsOrNone } from "../shared/lists.ts";
import { availableActors } from "../shared/permitted.ts";

export const authenticationFirst = defineCase({
  id: "auth.authentication-first",
  clause: "auth.unauthorized",
  claim:
    "Without valid credentials the answer is 401 whatever else is wrong: unknown and foreign ids, bodies of any kind",
  lane: "anonymous",
  async run(context) {
    const anonymous = context.asCaller(noCredentials);
    const withUnknownToken = context.asCaller(unknownToken(unissuedToken(undefined, context.mark)));
    const { productId } = await knownIds(context);
    const unissued = context.unissuedId(productId);
    const [other] = availableActors(context, ["other-organization"]);
    const [foreign] = other === undefined ? [] : await itemsOrNone(other, "listProducts");
    const foreignId = foreign?.id ?? unissued;
    const requests: readonly [Actor, OperationId, SendOptions][] = [
      [anonymous, "getProduct", { parameters: { productId: unissued }, intent: "unknown-id" }],
      [withUnknownToken, "listFeatures", { parameters: { productId: unissued }, intent: "unknown-id" }],
      [anonymous, "getProblem", { parameters: { productId, problemId: unissued }, intent: "unknown-id" }],
      [withUnknownToken, "listContexts", { parameters: { productId: foreignId }, intent: "foreign-id" }],
      [anonymous, "submitFeedback", { rawBody: '{"productId": ', intent: "invalid" }],
      [withUnknownToken, "updateMe", { rawBody: '{"firstName": ', intent: "invalid" }],
      [anonymous, "createOrganization", { rawBody: "name=", contentType: "text/plain", intent: "invalid" }],
      [withUnknownToken, "inviteMember", { parameters: { orgId: unissued }, rawBody: "[", intent: "invalid" }],
    ];
    for (const [actor, operation, options] of requests) {
      if (context.isReadOnly && "rawBody" in options) continue;
      const send = () => actor.send(operation, options);
      await expect401(
        context,
        `first ${operation}`,
        send,
        "for a request without valid credentials, whatever else is wrong with it",
      );
    }
  },
});
