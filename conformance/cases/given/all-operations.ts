/** Requests for all 18 operations that could do no harm if they were served: for callers who must be refused. */
import type { Operation } from "../../../spec/contract.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { Actor, CaseContext, SendOptions } from "../case.ts";
import { expectStatus } from "./expect.ts";
import { actorsOf } from "./permitted.ts";

/** Ids that exist, as far as they are known, so that only the credentials can be what is wrong. */
export interface KnownIds {
  readonly productId: string;
  readonly problemId: string;
  readonly feedbackId: string;
  readonly orgId: string;
}

/** From what the run has read already; unknown ones where it has read nothing, or has nobody to read with. */
export async function knownIds(context: CaseContext): Promise<KnownIds> {
  const nothing = context.unknownLike(undefined);
  const [actor] = actorsOf(context, ["key"]);
  if (actor === undefined) return { productId: nothing, problemId: nothing, feedbackId: nothing, orgId: nothing };
  const problems = await context.filled(actor, "listProblems").catch(() => undefined);
  const { organization } = actor.caller;
  const organizations =
    organization === undefined ? await context.list(actor, "listOrganizations").catch(() => []) : [];
  return {
    productId: problems?.product.id ?? nothing,
    problemId: problems?.items[0]?.id ?? nothing,
    feedbackId: nothing,
    orgId: organization ?? organizations[0]?.id ?? nothing,
  };
}

/** Bodies that are refused even where the caller is not: no product, no text for a name, no name, no address. */
const harmless: Readonly<Record<string, unknown>> = {
  submitFeedback: { productId: "fpk-no-such-product", content: { body: "" }, feedbackType: "fpk-none" },
  updateMe: { firstName: 7, preferences: "fpk" },
  createOrganization: { name: "", slug: "" },
  inviteMember: { email: "fpk-not-an-address" },
};

/** Sends each operation as `actor`, in order; a read-only run leaves POST and PUT out. */
export async function* everyOperation(
  context: CaseContext,
  actor: Actor,
  ids: KnownIds,
  of: readonly Operation[] = context.operations,
): AsyncGenerator<{ readonly operation: Operation; readonly exchange: Exchange }> {
  for (const operation of of) {
    if (operation.method !== "GET" && context.isReadOnly) continue;
    yield { operation, exchange: await sendHarmless(actor, operation, ids) };
  }
}

function sendHarmless(actor: Actor, operation: Operation, ids: KnownIds): Promise<Exchange> {
  const parameters = Object.fromEntries(operation.parameters.map((name) => [name, idFor(name, ids)]));
  const options: SendOptions =
    operation.method === "GET" ? { parameters } : { parameters, body: harmless[operation.id] };
  return actor.send(operation.id, options);
}

/** Sends each operation as one who must be answered 401, in order, as `everyOperation` does. */
export async function expectRefusedEverywhere(
  context: CaseContext,
  actor: Actor,
  ids: KnownIds,
  what: string,
  of: readonly Operation[] = context.operations,
): Promise<void> {
  for (const operation of of) {
    if (operation.method !== "GET" && context.isReadOnly) continue;
    const name = `${operation.id} ${what}`;
    await expect401(context, name, () => sendHarmless(actor, operation, ids), `for ${name}`);
  }
}

/**
 * When the case is run again, only what failed is sent again: requests without credentials may be counted by address, and
 * should stay within a window.
 */
export async function expect401(
  context: CaseContext,
  name: string,
  send: () => Promise<Exchange>,
  what: string,
): Promise<void> {
  await context.once(`401: ${name}`, async () => {
    const exchange = await send();
    expectStatus(exchange, 401, what);
    return exchange;
  });
}

function idFor(name: string, ids: KnownIds): string {
  if (name === "productId" || name === "problemId" || name === "feedbackId" || name === "orgId") return ids[name];
  throw new Error(`no id for ${name}`);
}
