/** §5.1, §5.3 and §5.8: who is served, who no longer is, and who is not permitted. */

import { Skip } from "../../model/check.ts";
import { type Actor, type CaseContext, defineCase } from "../case.ts";
import { everyOperation, expectRefusedEverywhere, type KnownIds, knownIds } from "../given/all-operations.ts";
import { expectStatus, expectSuccess, mismatch } from "../given/expect.ts";
import { actorsOf } from "../given/permitted.ts";

export const keyAccepted = defineCase({
  id: "auth.key-accepted",
  clause: "auth.bearer",
  claim: "A request with Authorization: Bearer and an API key is served",
  needs: { credential: "key" },
  reports: "api-key",
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
  reports: "session",
  async run(context) {
    const actor = context.as("session");
    const told: string[] = [];
    for (const operation of ["getMe", "listOrganizations", "listProducts"] as const) {
      const exchange = await actor.read(operation);
      if (exchange.isSuccess) return;
      if (exchange.status === 401) mismatch(exchange, `a 2xx with the session ${actor.caller.label}`);
      told.push(`${operation}: ${exchange.status}`);
    }
    throw new Skip(`a session that may read something (${told.join(", ")})`);
  },
});

export const expiredKey = defineCase({
  id: "auth.expired-key",
  clause: "auth.key-expiry",
  claim: "An expired API key is answered with 401 on every endpoint",
  needs: { credential: "expired" },
  requests: 18,
  writes: 4,
  async run(context) {
    const ids = await knownIds(context);
    await expectRefusedEverywhere(context, context.as("expired"), ids, "with an expired key");
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
    const ids = await ownIds(context, actor);
    const operations = context.operations
      .filter(({ id }) => denied.includes(id))
      .filter(({ parameters }) => parameters.every((name) => isOneOf(name, ids) && ids[name] !== undefined));
    const nothing = context.unknownLike(undefined);
    const known = { productId: nothing, problemId: nothing, feedbackId: nothing, orgId: nothing, ...ids };
    let isJudged = false;
    for await (const { operation, exchange } of everyOperation(context, actor, known, operations)) {
      const { status } = exchange;
      // The harmless bodies are faulty: whether that or the role is looked at first is open.
      if (operation.method !== "GET" && status >= 400 && status < 500 && ![401, 403].includes(status)) continue;
      isJudged = true;
      expectStatus(exchange, 403, `for ${operation.id}, which is declared as denied`);
    }
    if (!isJudged) throw new Skip("a denied operation that is refused for that, not for its body or an unknown id");
  },
});

/** Ids of the caller's own organization, so that nothing but the role can be what is wrong; those that are known. */
async function ownIds(context: CaseContext, actor: Actor): Promise<Partial<KnownIds>> {
  const { organization } = actor.caller;
  const colleague = actorsOf(context, ["key", "other-organization"]).find(
    ({ caller }) => organization !== undefined && caller.organization === organization,
  );
  const problems =
    colleague === undefined ? undefined : await context.filled(colleague, "listProblems").catch(() => undefined);
  // What its own list does not show may be hidden from it.
  const own = await context.list(actor, "listProducts").catch(() => undefined);
  const isShown = own === undefined || own.some(({ id }) => id === problems?.product.id);
  const product = isShown ? problems?.product : own[0];
  const problem = isShown ? problems?.items[0] : undefined;
  return {
    ...(organization === undefined ? {} : { orgId: organization }),
    ...(product === undefined ? {} : { productId: product.id }),
    ...(problem === undefined ? {} : { problemId: problem.id }),
  };
}

const isOneOf = <T extends object>(name: PropertyKey, of: T): name is keyof T => name in of;
