/** §4, endpoints 13 to 16: the organizations and members that the run reads, and the one that it creates. */
import { bodyOf, type Listed, listItems } from "../../model/body.ts";
import { answerOf } from "../../model/response-text.ts";
import {
  type Actor,
  type ActorExchange,
  type CaseContext,
  type Exchange,
  Mismatch,
  NotJudgeable,
  type Role,
  Skip,
} from "../case.ts";
import { concernsBody, mayForbid } from "./error-response.ts";
import { emoji } from "./kept-value.ts";
import { firstPermitted, forThisCase } from "./permitted.ts";
import { expectLegalReason } from "./rejection-reason.ts";

const readers: readonly Role[] = ["key", "session"];

/** The list of organizations, and the actor that read it. */
export const organizationList = (context: CaseContext, roles = readers) =>
  firstPermitted(context, "listOrganizations", roles, (actor) => actor.read("listOrganizations"));

/** Reads one of the caller's organizations, or its members. Throws `Skip` if no caller may. */
async function readOwn(context: CaseContext, operation: "getOrganization" | "listMembers") {
  const { actor, exchange: list } = await organizationList(context);
  const shown = ownIn(list, actor)?.id;
  if (shown === undefined)
    throw new Skip(
      `listOrganizations shows ${actor.caller.label} no organization: add a credential that is shown one`,
      ["listOrganizations"],
    );
  let orgId = shown;
  const after = [list];
  const read = async (reader: Actor) => {
    const theirs = await reader.read("listOrganizations");
    after.push(theirs);
    orgId = ownIn(theirs, reader)?.id ?? reader.caller.organization ?? orgId;
    return reader.read(operation, { orgId });
  };
  return { ...(await firstPermitted(context, operation, readers, read, { after })), orgId };
}

/** The caller's organization in its list, else the first: a session may have several. */
export function ownIn(list: Exchange, { caller }: Actor): Listed | undefined {
  const listed = listItems(list);
  return listed.find(({ id }) => id === caller.organization) ?? listed[0];
}

export const ownOrganization = (context: CaseContext) => readOwn(context, "getOrganization");
export const members = (context: CaseContext) => readOwn(context, "listMembers");

/** The reason of a skip if the created organization has no id. */
export const createdWithoutId =
  "createOrganization answered without an id (a string) by which to read the organization: see organization.has-identifier and resource.identifier-strings";

interface Creation extends ActorExchange {
  readonly given: { readonly name: string; readonly slug: string };
}

/** The one organization that a run creates. If that fails, each call throws the same error. Throws `Skip` in a read-only run. */
export async function createdOrganization(context: CaseContext): Promise<Creation> {
  if (context.isReadOnly) throw new Skip("needs POST, which --read-only leaves out");
  const outcome = await context.once<Creation | { readonly error: unknown }>("createOrganization", async () => {
    try {
      return await create(context);
    } catch (error) {
      if (error instanceof Skip || mayHaveCreated(error)) return { error };
      throw error;
    }
  });
  if ("error" in outcome) throw outcome.error;
  return forThisCase(context, outcome);
}

/** An organization that is not in the list, which was read before: the one that the run creates, or else a further one. */
export async function organizationBeside(context: CaseContext, list: Exchange): Promise<ActorExchange> {
  const created = await createdOrganization(context);
  const { id } = bodyOf(created.exchange);
  return listItems(list).some((item) => item.id === id) ? create(context) : created;
}

/** Only a 4xx proves that nothing was created. After any other failure, the request is not sent again. */
const mayHaveCreated = (error: unknown) =>
  (error instanceof Mismatch && error.exchanges.some(({ status }) => status < 400 || status >= 500)) ||
  (error instanceof NotJudgeable && error.exchange?.status !== 429);

async function create(context: CaseContext): Promise<Creation> {
  const now = Math.floor(context.now());
  const plain = { name: `Conformance ${context.mark}`, slug: `${context.mark}-${now.toString(36)}` };
  // The form of a slug is not shown, and a target may replace letters beyond ASCII in it, so this one has none. A name is
  // any text, also one that converters read as a number, but a target may accept less.
  const unusual = {
    name: context.seed % 2 === 0 ? `007${now}` : `${plain.name} <b>"Zoë" & 東京</b> ${emoji} Ltd`,
    slug: `${plain.slug}-conformance-check`,
  };
  let given = unusual;
  let rejected: ActorExchange | undefined;
  const send = async (actor: Actor) => {
    given = unusual;
    const exchange = await actor.send("createOrganization", { body: given });
    if (!concernsBody(exchange)) return exchange;
    given = plain;
    const second = await actor.send("createOrganization", { body: given });
    if (concernsBody(second)) rejected ??= { actor, exchange: second };
    else context.observe("error.statuses", `an organization with an unusual name and a long slug: ${exchange.status}`);
    return second;
  };
  try {
    const created = await firstPermitted(context, "createOrganization", ["session", "key"], send, { mayForbid });
    return { ...created, given };
  } catch (error) {
    if (!(error instanceof Skip) || rejected === undefined) throw error;
    await expectLegalReason(context, { ...rejected, operation: "createOrganization", body: plain });
    throw new Skip(
      `needs a caller that may create an organization: ${rejected.actor.caller.label} was answered ${answerOf(rejected.exchange)}; add a credential that may to the target file`,
    );
  }
}
