/** §4, endpoints 13 to 16: the organizations and members that the run reads, and the organization that it creates. */
import { listedOf } from "../../model/body.ts";
import { answerOf } from "../../model/response-text.ts";
import { type Actor, type ActorExchange, type CaseContext, Mismatch, type Role, Skip, Unanswered } from "../case.ts";
import { wrongSubmission } from "./all-operations.ts";
import { concernsBody, errorTextOf, isGenericError, mayConcernBody, mayForbid } from "./error-response.ts";
import { mismatch } from "./expect.ts";
import { availableActors, firstPermitted, forThisCase } from "./permitted.ts";

const readers: readonly Role[] = ["key", "session"];

/** The list of organizations, and who reads it. */
export const organizationList = (context: CaseContext, roles = readers) =>
  firstPermitted(context, "listOrganizations", roles, (actor) => actor.read("listOrganizations"));

/** Reads the caller's own organization, or its members. Throws `Skip` where nobody may. */
async function readOwn(context: CaseContext, operation: "getOrganization" | "listMembers") {
  const { actor, exchange: list } = await organizationList(context);
  const listed = listedOf(list);
  const organization = listed.find(({ id }) => id === actor.caller.organization) ?? listed[0];
  if (organization === undefined) throw new Skip("listOrganizations to show an organization");
  const orgId = organization.id;
  const read = (reader: Actor) => reader.read(operation, { orgId });
  return { ...(await firstPermitted(context, operation, readers, read, { after: [list] })), orgId };
}

export const ownOrganization = (context: CaseContext) => readOwn(context, "getOrganization");
export const members = (context: CaseContext) => readOwn(context, "listMembers");

interface Creation extends ActorExchange {
  readonly given: { readonly name: string; readonly slug: string };
}

/** The only organization that a run creates. Throws what its creation threw, each time. */
export async function createdOrganization(context: CaseContext): Promise<Creation> {
  const outcome = await context.once<Creation | { readonly error: unknown }>("createOrganization", async () => {
    try {
      return await create(context);
    } catch (error) {
      if (mayHaveCreated(error)) return { error };
      throw error;
    }
  });
  if ("error" in outcome) throw outcome.error;
  return forThisCase(context, outcome);
}

/** Only a 4xx proves that nothing was created: after any other answer, or none, the request is not sent again. */
const mayHaveCreated = (error: unknown) =>
  (error instanceof Mismatch && error.exchanges.some(({ status }) => status < 400 || status >= 500)) ||
  (error instanceof Unanswered && error.exchange?.status !== 429);

async function create(context: CaseContext): Promise<Creation> {
  const given = {
    name: `Conformance ${context.mark}`,
    slug: `${context.mark}-${Math.floor(context.now()).toString(36)}`,
  };
  let refused: ActorExchange | undefined;
  const send = async (actor: Actor) => {
    const exchange = await actor.send("createOrganization", { body: given });
    if (concernsBody(exchange)) refused ??= { actor, exchange };
    return exchange;
  };
  try {
    const created = await firstPermitted(context, "createOrganization", ["session", "key"], send, { mayForbid });
    return { ...created, given };
  } catch (error) {
    if (!(error instanceof Skip) || refused === undefined) throw error;
    await expectReasonOfItsOwn(context, refused);
    throw new Skip(`a caller that may create an organization (it was answered ${answerOf(refused.exchange)})`);
  }
}

/**
 * Throws `Mismatch` where a valid body is refused with the same error as one that is not JSON, and this target does not use
 * that error for everything: a quota would be a reason of its own.
 */
async function expectReasonOfItsOwn(context: CaseContext, { actor, exchange }: ActorExchange): Promise<void> {
  const intent = "invalid";
  const malformed = await actor.send("createOrganization", { rawBody: '{"name": "', intent });
  if (errorTextOf(malformed) !== errorTextOf(exchange) || isGenericError(exchange)) return;
  const [submitter = actor] = availableActors(context, ["key"]);
  const wrong = await submitter.send("submitFeedback", { body: wrongSubmission, intent });
  if (!mayConcernBody(wrong) || errorTextOf(wrong) === errorTextOf(exchange)) return;
  mismatch(exchange, "a 2xx for createOrganization, or a reason of its own", { after: [malformed, wrong] });
}
