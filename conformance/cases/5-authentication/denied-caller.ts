/** §5.8: a caller that is authenticated but not permitted is answered 403. */
import { type Actor, type CaseContext, defineCase, type Exchange, type Parameters, Skip } from "../case.ts";
import { sendable, sendHarmless } from "../given/all-operations.ts";
import { expectStatus, whereAvailable } from "../given/expect.ts";
import { uniqueAddress } from "../given/invitations.ts";
import { itemsOf, itemsOrNone, nonEmptyListIfAny } from "../given/lists.ts";
import { availableActors } from "../given/permitted.ts";

export const deniedCaller = defineCase({
  id: "auth.denied-caller",
  clause: "auth.forbidden",
  claim: "A caller that is not permitted an operation is answered 403",
  needs: { credential: "denied" },
  async run(context) {
    const actor = context.as("denied");
    const { otherProductId, ...ids } = await visibleIds(context, actor);
    const operations = context.operations
      .filter(({ id }) => actor.caller.credential?.denied.includes(id))
      .filter(({ parameters }) => parameters.every((name) => ids[name] !== undefined));
    let isJudged = false;
    let undecided: Exchange | undefined;
    const requests = sendable(context, operations).map((operation) => ({ operation, parameters: ids }));
    const ofProduct = operations.find(({ parameters }) => parameters.join() === "productId");
    // A server may remember the first decision, or decide for one product only.
    if (ofProduct !== undefined && otherProductId !== undefined)
      requests.push({ operation: ofProduct, parameters: { ...ids, productId: otherProductId } });
    for (const { operation, parameters } of requests) {
      // An invitation to an address that nobody reads does no harm, either.
      const exchange =
        operation.id === "inviteMember"
          ? await actor.send("inviteMember", { parameters, body: { email: await uniqueAddress(context) } })
          : await sendHarmless(actor, operation, parameters);
      if (operation.method !== "GET" && mayConcernRequest(exchange)) {
        undecided = exchange;
        continue;
      }
      isJudged = true;
      expectStatus(
        exchange,
        403,
        `for ${operation.id}, which the target file declares as denied to ${actor.caller.label} (or is \`denied\` wrong there?)`,
      );
    }
    if (!isJudged)
      throw new Skip(
        undecided === undefined
          ? `needs a denied operation that needs no body, and no id but what ${actor.caller.label} sees: declare a GET, such as listProducts`
          : `needs a denied operation that needs no body: ${undecided.operation} was answered ${undecided.status}, which may be about the body; declare a GET, such as listProducts`,
        ["listProducts", "listProblems"],
      );
  },
});

/**
 * The harmless bodies but that of an invitation are wrong, and it is open whether a target checks the body or the role first. A valid invitation
 * may be rejected for a rule about addresses; with 404 it is not, since the organization is the caller's own.
 */
const mayConcernRequest = ({ operation, status }: Exchange) =>
  status >= 400 && status < 500 && ![401, 403, ...(operation === "inviteMember" ? [404] : [])].includes(status);

/** Ids of the caller's own organization, if they are known, so that only the role can be the reason of a rejection. */
async function visibleIds(
  context: CaseContext,
  actor: Actor,
): Promise<Parameters & { readonly otherProductId?: string }> {
  const { organization } = actor.caller;
  const colleague = availableActors(context, ["key", "other-organization"]).find(
    ({ caller }) => organization !== undefined && caller.organization === organization,
  );
  const problems =
    colleague === undefined ? undefined : await whereAvailable(() => nonEmptyListIfAny(colleague, "listProblems"));
  // An item that the caller's own list lacks may be hidden from the caller.
  const visible = await whereAvailable(() => itemsOf(actor, "listProducts"));
  const isVisible = visible === undefined || visible.some(({ id }) => id === problems?.product.id);
  const product = isVisible ? problems?.product : visible[0];
  const problem = isVisible ? problems?.items[0] : undefined;
  const products = visible ?? (colleague === undefined ? [] : await itemsOrNone(colleague, "listProducts"));
  const [other] = context.sample(
    products.filter(({ id }) => id !== product?.id),
    1,
  );
  return {
    ...(other === undefined ? {} : { otherProductId: other.id }),
    ...(organization === undefined ? {} : { orgId: organization }),
    ...(product === undefined ? {} : { productId: product.id }),
    ...(problem === undefined ? {} : { problemId: problem.id }),
  };
}
