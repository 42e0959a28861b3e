/** §5.8: a caller that is authenticated but not permitted is answered 403. */
import {
  type Actor,
  type CaseContext,
  defineCase,
  type Exchange,
  type Operation,
  type Parameters,
  Skip,
} from "../case.ts";
import { sendable, sendHarmless } from "../shared/all-operations.ts";
import { concernsBody } from "../shared/error-response.ts";
import { expectStatus, mismatch, whereAvailable } from "../shared/expect.ts";
import { acceptedInvitation, inviteInto, uniqueAddress } from "../shared/invitations.ts";
import { itemsOf, itemsOrNone, nonEmptyListIfAny } from "../shared/lists.ts";
import {
  colleagueOf,
  conditionsOrOther,
  expectNoDataInOtherSpelling,
  expectNotServedWithQuery,
  readByColleague,
} from "../shared/unguarded-forms.ts";

export const deniedCaller = defineCase({
  id: "auth.denied-caller",
  clause: "auth.forbidden",
  claim: "A caller that is not permitted an operation is answered 403, and served in no form of a request",
  needs: { credential: "denied" },
  async run(context) {
    const actor = context.as("denied");
    const known = await visibleIds(context, actor);
    const { otherProductId: _, ...ids } = known;
    const operations = context.operations
      .filter(({ id }) => actor.caller.credential?.denied.includes(id))
      .filter(({ parameters }) => parameters.every((name) => ids[name] !== undefined));
    let isJudged = false;
    let undecided: Exchange | undefined;
    const what = `, which the target file declares as denied to ${actor.caller.label} (or is \`denied\` wrong there?)`;
    for (const operation of sendable(context, operations)) {
      // An invitation to an address that nobody reads does no harm, either.
      const exchange =
        operation.id === "inviteMember"
          ? await actor.send("inviteMember", { parameters: ids, body: { email: await uniqueAddress(context) } })
          : await sendHarmless(actor, operation, ids);
      if (operation.method !== "GET" && mayConcernRequest(exchange)) {
        await expectNoOtherServed(context, exchange, ids, `403 for ${operation.id}${what}`);
        undecided = exchange;
        continue;
      }
      isJudged = true;
      expectStatus(exchange, 403, `for ${operation.id}${what}`);
    }
    const reads = operations.filter(({ method }) => method === "GET");
    const read = reads.find(({ parameters }) => parameters.join() === "productId") ?? reads[0];
    if (read !== undefined) await expectDeniedAgain(context, actor, read, known, what);
    if (isJudged && undecided !== undefined)
      context.note(
        `${undecided.operation} is declared as denied to ${actor.caller.label}, and was answered ${undecided.status}, which may be about the body: whether a permission was missing is not known`,
      );
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
 * A server may remember the first decision, or decide for one product only. So another product is asked for, if there is one, in a form
 * that the run's seed chooses; or the same one a second time.
 */
async function expectDeniedAgain(
  context: CaseContext,
  actor: Actor,
  operation: Operation,
  { otherProductId, ...ids }: VisibleIds,
  what: string,
): Promise<void> {
  const parameters = otherProductId === undefined ? ids : { ...ids, productId: otherProductId };
  const forms = ["same", "after a colleague", "conditional", "query", "another spelling"] as const;
  const form = forms[context.seed % forms.length];
  if (form === "query") return expectNotServedWithQuery(actor, operation, parameters, what);
  if (form === "another spelling") {
    const turn = Math.floor(context.seed / forms.length);
    return expectNoDataInOtherSpelling(actor, operation, parameters, { turn, what });
  }
  if (form === "after a colleague") await readByColleague(context, actor, operation, parameters);
  const headers = form === "conditional" ? conditionsOrOther(context, operation, parameters) : [];
  const exchange = await actor.send(operation.id, { parameters: form === "same" ? ids : parameters, headers });
  expectStatus(exchange, 403, `for ${operation.id}${what}`);
}

/**
 * The harmless bodies but that of an invitation are wrong, and it is open whether a target checks the body or the role first. A valid invitation
 * may be rejected for a rule about addresses; with 404 it is not, since the organization is the caller's own.
 */
const mayConcernRequest = ({ operation, status }: Exchange) =>
  status >= 400 && status < 500 && ![401, 403, ...(operation === "inviteMember" ? [404] : [])].includes(status);

/** Throws `Mismatch` if another caller's invitation of the same form is accepted after the rejected one: then the caller was the reason. */
async function expectNoOtherServed(context: CaseContext, rejected: Exchange, { orgId }: Parameters, expected: string) {
  if (rejected.operation !== "inviteMember" || !concernsBody(rejected)) return;
  const invited = await whereAvailable(() => acceptedInvitation(context));
  if (invited === undefined || invited.parameters.orgId !== orgId) return;
  const served = await inviteInto(context, invited.actor, orgId, "valid");
  if (served.isSuccess) mismatch(rejected, expected, { after: [served] });
}

type VisibleIds = Parameters & { readonly otherProductId?: string };

/** Ids of the caller's own organization, if they are known, so that only the role can be the reason of a rejection. */
async function visibleIds(context: CaseContext, actor: Actor): Promise<VisibleIds> {
  const { organization } = actor.caller;
  const colleague = colleagueOf(context, actor);
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
