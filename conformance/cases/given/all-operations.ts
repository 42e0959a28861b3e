/** Requests for all 18 operations that would do no harm if they were served: for callers who must be refused. */
import type { Actor, CaseContext, Exchange, HeaderList, Operation, Parameters } from "../case.ts";
import { acceptedSubmission } from "./accepted-submission.ts";
import { expectStatus, stringIn } from "./expect.ts";
import { itemsOrNone, nonEmptyList } from "./lists.ts";
import { availableActors } from "./permitted.ts";

/** Values for every path parameter of the contract: ids that were never issued. */
export function unissuedIds(context: CaseContext) {
  const id = context.unissuedId(undefined);
  return { productId: id, problemId: id, feedbackId: id, orgId: id };
}

/** Ids that exist, so that only the credentials can be wrong; unissued ones where the run has no caller to read them with. */
export async function knownIds(context: CaseContext) {
  const unissued = unissuedIds(context);
  const [actor] = availableActors(context, ["key"]);
  if (actor === undefined) return unissued;
  const problems = await nonEmptyList(actor, "listProblems").catch(() => undefined);
  const { organization } = actor.caller;
  const organizations = organization === undefined ? await itemsOrNone(actor, "listOrganizations") : [];
  return {
    ...unissued,
    productId: problems?.product.id ?? unissued.productId,
    problemId: problems?.items[0]?.id ?? unissued.problemId,
    orgId: organization ?? organizations[0]?.id ?? unissued.orgId,
  };
}

/** With a submission of the run, where one is accepted: what exists may be looked up before the credentials. */
export async function knownIdsAndFeedback(context: CaseContext) {
  const ids = await knownIds(context);
  const submission = context.isReadOnly ? undefined : await acceptedSubmission(context).catch(() => undefined);
  const feedbackId = submission && stringIn(submission.exchange, "feedbackId");
  return { ...ids, feedbackId: feedbackId ?? ids.feedbackId };
}

/** The same, with another of the organization's products for each endpoint below one: a service may open a single one to the public. */
export async function idsInTurn(context: CaseContext, ids: Parameters): Promise<(at: number) => Parameters> {
  const [actor] = availableActors(context, ["key"]);
  const products = actor === undefined ? [] : await itemsOrNone(actor, "listProducts");
  return (at) => {
    const product = products[(at + context.seed) % products.length];
    return product === undefined ? ids : { ...ids, productId: product.id };
  };
}

/** Wrong in each of its values, so that it is refused to every sender. */
export const wrongSubmission = {
  productId: "fpk-no-such-product",
  content: { body: "" },
  feedbackType: "fpk-none",
};

/** Bodies that are refused even where the caller is not. */
export const harmlessBodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  submitFeedback: wrongSubmission,
  updateMe: { firstName: 7, preferences: "fpk" },
  createOrganization: { name: "", slug: "" },
  inviteMember: { email: "fpk-not-an-address" },
};

/** What may be sent of these operations: a read-only run leaves POST and PUT out. */
export const sendable = ({ isReadOnly }: CaseContext, operations: readonly Operation[]) =>
  operations.filter(({ method }) => method === "GET" || !isReadOnly);

export const sendHarmless = (
  actor: Actor,
  { id, method }: Operation,
  parameters: Parameters,
  headers: HeaderList = [],
): Promise<Exchange> =>
  actor.send(id, method === "GET" ? { parameters, headers } : { parameters, body: harmlessBodies[id] });

/** Sends each of the operations as a caller that must be answered 401, in order. */
export async function expect401ForEach(
  context: CaseContext,
  actor: Actor,
  ids: Parameters,
  what: string,
  operations: readonly Operation[] = context.operations,
): Promise<void> {
  for (const operation of sendable(context, operations)) {
    const name = `${operation.id} ${what}`;
    await expect401(context, name, () => sendHarmless(actor, operation, ids), `for ${name}`);
  }
}

/**
 * A second attempt sends only what failed: a target may count requests without credentials by address, and they should stay
 * within its window.
 */
export async function expect401(
  context: CaseContext,
  name: string,
  send: () => Promise<Exchange>,
  what: string,
): Promise<void> {
  await context.once(`401: ${name}`, async () => expectStatus(await send(), 401, what));
}
