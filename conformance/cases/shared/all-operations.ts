/** Requests to all 18 operations from callers that must be rejected. They do no harm if a target accepts them. */
import type { Actor, CaseContext, Exchange, HeaderList, Operation, Parameters } from "../case.ts";
import { acceptedFeedbackId } from "./accepted-submission.ts";
import { expectEach, expectStatus, whereAvailable } from "./expect.ts";
import { itemsOrNone, nonEmptyListIfAny } from "./lists.ts";
import { availableActors } from "./permitted.ts";

/** Values for every path parameter of the contract: ids that were never issued. */
export function unissuedIds(context: CaseContext) {
  const id = context.unissuedId(undefined);
  return { productId: id, problemId: id, feedbackId: id, orgId: id };
}

/** Existing ids, so that only the credentials can be wrong; unissued ids if no caller of the run can read others. */
export async function knownIds(context: CaseContext) {
  const unissued = unissuedIds(context);
  const [actor] = availableActors(context, ["key"]);
  if (actor === undefined) return unissued;
  const problems = await whereAvailable(() => nonEmptyListIfAny(actor, "listProblems"));
  const { organization } = actor.caller;
  const organizations = organization === undefined ? await itemsOrNone(actor, "listOrganizations") : [];
  return {
    ...unissued,
    productId: problems?.product.id ?? unissued.productId,
    problemId: problems?.items[0]?.id ?? unissued.problemId,
    orgId: organization ?? organizations[0]?.id ?? unissued.orgId,
  };
}

/** As `knownIds`, with the run's feedbackId: a faulty target may look up an item before it checks the credentials. */
export async function knownIdsAndFeedback(context: CaseContext) {
  const ids = await knownIds(context);
  return { ...ids, feedbackId: (await acceptedFeedbackId(context)) ?? ids.feedbackId };
}

/** Gives each endpoint below a product another product, since a faulty target may make a single product public. */
export async function idsInTurn(context: CaseContext, ids: Parameters): Promise<(at: number) => Parameters> {
  const [actor] = availableActors(context, ["key"]);
  const products = actor === undefined ? [] : await itemsOrNone(actor, "listProducts");
  return (at) => {
    const product = products[(at + context.seed) % products.length];
    return product === undefined ? ids : { ...ids, productId: product.id };
  };
}

/** Every value is wrong, so that the body is rejected whoever sends it. */
export const wrongSubmission = {
  productId: "fpk-no-such-product",
  content: { body: "" },
  feedbackType: "fpk-none",
};

/** Bodies that are rejected even if the caller is accepted. */
export const harmlessBodies: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  submitFeedback: wrongSubmission,
  updateMe: { firstName: 7, preferences: "fpk" },
  createOrganization: { name: "", slug: "" },
  inviteMember: { email: "fpk-not-an-address" },
};

/** The operations that this run may send: a read-only run leaves out POST and PUT. */
export const sendable = ({ isReadOnly }: CaseContext, operations: readonly Operation[]) =>
  operations.filter(({ method }) => method === "GET" || !isReadOnly);

export const sendHarmless = (
  actor: Actor,
  { id, method }: Operation,
  parameters: Parameters,
  headers: HeaderList = [],
): Promise<Exchange> =>
  actor.send(id, method === "GET" ? { parameters, headers } : { parameters, body: harmlessBodies[id] });

/** Sends each operation, in order, as a caller that must be answered 401. */
export async function expect401ForEach(
  context: CaseContext,
  actor: Actor,
  ids: Parameters,
  what: string,
  operations: readonly Operation[] = context.operations,
): Promise<void> {
  const expectRejected = (operation: Operation) => {
    const name = `${operation.id} ${what}`;
    return expect401(context, name, () => sendHarmless(actor, operation, ids), `for ${name}`);
  };
  await expectEach(sendable(context, operations).map((operation) => () => expectRejected(operation)));
}

/**
 * Sends one request, which must be answered 401. A second attempt at the case sends only the requests that failed, since
 * a target may limit requests without credentials by address.
 */
export async function expect401(
  context: CaseContext,
  name: string,
  send: () => Promise<Exchange>,
  what: string,
): Promise<void> {
  await context.once(`401: ${name}`, async () => expectStatus(await send(), 401, what));
}
