/** Requests for all 18 operations that could do no harm if they were served: for callers who must be refused. */
import type { Operation } from "../spec/contract.ts";
import type { Actor, CaseContext, SendOptions } from "./case.ts";
import type { Exchange } from "./exchange.ts";

/** Ids that exist, as far as they are known, so that only the credentials can be what is wrong. */
export interface KnownIds {
  readonly productId: string;
  readonly problemId: string;
  readonly feedbackId: string;
  readonly orgId: string;
}

/** From what the run has read already; unknown ones where it has read nothing. */
export async function knownIds(context: CaseContext): Promise<KnownIds> {
  const actor = context.as("key");
  const known = async (find: () => Promise<string | undefined>) =>
    (await find().catch(() => undefined)) ?? context.unknownLike(undefined);
  const problems = await context.filled(actor, "listProblems").catch(() => undefined);
  return {
    productId: problems?.product.id ?? context.unknownLike(undefined),
    problemId: problems?.items[0]?.id ?? context.unknownLike(undefined),
    feedbackId: context.unknownLike(undefined),
    orgId:
      actor.caller.organization ?? (await known(async () => (await context.list(actor, "listOrganizations"))[0]?.id)),
  };
}

/** Bodies that are refused even where the caller is not: no product, no name, no address. */
const harmless: Readonly<Record<string, unknown>> = {
  submitFeedback: { productId: "fpk-no-such-product", content: { body: "" }, feedbackType: "fpk-none" },
  updateMe: {},
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
    const parameters = Object.fromEntries(operation.parameters.map((name) => [name, idFor(name, ids)]));
    const options: SendOptions =
      operation.method === "GET" ? { parameters } : { parameters, body: harmless[operation.id] };
    yield { operation, exchange: await actor.send(operation.id, options) };
  }
}

function idFor(name: string, ids: KnownIds): string {
  if (name === "productId" || name === "problemId" || name === "feedbackId" || name === "orgId") return ids[name];
  throw new Error(`no id for ${name}`);
}
