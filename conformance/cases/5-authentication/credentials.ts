/** §5.1, §5.3 and §5.8: who is served, who no longer is, and who is not permitted. */
import type { Operation } from "../../../spec/contract.ts";
import { defineCase } from "../../case.ts";
import { Skip } from "../../check.ts";
import { everyOperation, knownIds } from "../../everywhere.ts";
import { expectStatus, expectSuccess, mismatch } from "../../expect.ts";

export const keyAccepted = defineCase({
  id: "auth.key-accepted",
  clause: "auth.bearer",
  claim: "A request with Authorization: Bearer and an API key is served",
  needs: { credential: "key" },
  async run(context) {
    const actor = context.as("key");
    if (actor.caller.kind !== "api-key") throw new Skip("an API key");
    expectSuccess(await actor.read("listProducts"), `with the API key ${actor.caller.label}`);
  },
});

export const sessionAccepted = defineCase({
  id: "auth.session-accepted",
  clause: "auth.bearer",
  claim: "A request with Authorization: Bearer and a session token is served",
  needs: { credential: "session" },
  async run(context) {
    const actor = context.as("session");
    const profile = await actor.read("getMe");
    if (profile.isSuccess) return;
    const list = await actor.read("listOrganizations");
    if (!list.isSuccess && list.status !== 403) mismatch(profile, `a 2xx with the session ${actor.caller.label}`);
  },
});

export const expiredKey = defineCase({
  id: "auth.expired-key",
  clause: "auth.key-expiry",
  claim: "An expired API key is answered with 401 on every endpoint",
  needs: { credential: "expired" },
  requests: 18,
  async run(context) {
    const ids = await knownIds(context);
    for await (const { operation, exchange } of everyOperation(context, context.as("expired"), ids)) {
      expectStatus(exchange, 401, `for ${operation.id} with an expired key`);
    }
  },
});

export const deniedCaller = defineCase({
  id: "auth.denied-caller",
  clause: "auth.forbidden",
  claim: "A caller that is not permitted an operation is answered 403",
  needs: { credential: "denied" },
  requests: 2,
  async run(context) {
    const actor = context.as("denied");
    const denied = actor.caller.credential?.denied ?? [];
    const operations = context.operations.filter(({ id }) => denied.includes(id));
    const products = await context.list(actor, "listProducts").catch(() => []);
    const known = await knownIds(context);
    const product = products.find(({ id }) => id === known.productId) ?? products[0];
    const ids = { ...known, productId: product?.id ?? known.productId };
    // The harmless bodies are faulty and some ids name nothing: whether that or the role is looked at first is open.
    const isFaulty = ({ method, parameters }: Operation) =>
      method !== "GET" ||
      parameters.includes("feedbackId") ||
      (parameters.includes("problemId") && ids.productId !== known.productId);
    let isJudged = false;
    for await (const { operation, exchange } of everyOperation(context, actor, ids, operations)) {
      const { status } = exchange;
      if (isFaulty(operation) && status >= 400 && status < 500 && ![401, 403].includes(status)) continue;
      isJudged = true;
      expectStatus(exchange, 403, `for ${operation.id}, which is declared as denied`);
    }
    if (!isJudged) throw new Skip("a denied operation that is refused for that, not for its body or an unknown id");
  },
});
