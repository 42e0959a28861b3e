/** §4, endpoints 13 to 16, and §2.7, §2.8: organizations and their members. */

import { isObject, listedOf } from "../../model/body.ts";
import { Mismatch, Skip, Unanswered } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { answerOf } from "../../model/response-text.ts";
import { type Actor, type CaseContext, defineCase, type Sent } from "../case.ts";
import { isForTheBody, saysItsStatusAlone, wordsOf } from "../given/error-response.ts";
import { withinGrace } from "../given/eventually.ts";
import { expectSuccess, mismatch } from "../given/expect.ts";
import { actorsOf, firstPermitted, type Permitted } from "../given/permitted.ts";

const roles = ["key", "session"] as const;

const organizations = (context: CaseContext) =>
  firstPermitted(context, "listOrganizations", roles, (actor) => actor.read("listOrganizations"));

/** An organization that the caller lists as its own; else the one it is declared to belong to. */
async function ownOrganization(context: CaseContext) {
  const { actor, exchange } = await organizations(context);
  const { organization } = actor.caller;
  const listed = listedOf(exchange);
  const own = listed.find(({ id }) => id === organization) ?? listed[0];
  if (own === undefined) throw new Skip("listOrganizations to show an organization");
  return { orgId: own.id, list: exchange };
}

export const listOrganizations = defineCase({
  id: "answers.listOrganizations",
  clause: "endpoint.listOrganizations",
  claim: "The organizations are listed, for a key and for a session",
  requests: 1,
  async run(context) {
    await organizations(context);
    // A session's user may belong to several, a key to one: each is a way of its own.
    for (const role of roles) {
      await firstPermitted(context, "listOrganizations", [role], (actor) => actor.read("listOrganizations")).catch(
        (error) => {
          if (!(error instanceof Skip)) throw error;
        },
      );
    }
  },
});

export const getOrganization = defineCase({
  id: "answers.getOrganization",
  clause: "endpoint.getOrganization",
  claim: "A listed organization can be read alone",
  requests: 2,
  async run(context) {
    const { orgId, list } = await ownOrganization(context);
    const ask = (actor: Actor) => actor.read("getOrganization", { orgId });
    const read = await firstPermitted(context, "getOrganization", roles, ask, { after: [list] });
    const body = read.exchange.json();
    if (isObject(body) && typeof body.id === "string" && body.id !== orgId) {
      mismatch(read.exchange, `the organization ${JSON.stringify(orgId)} that was asked for`);
    }
  },
});

/** The members of the caller's organization, who lists them, and whose they are. Throws `Skip` where nobody may. */
export async function members(context: CaseContext): Promise<Permitted & { readonly orgId: string }> {
  const { orgId, list } = await ownOrganization(context);
  const read = (actor: Actor) => actor.read("listMembers", { orgId });
  return { ...(await firstPermitted(context, "listMembers", roles, read, { after: [list] })), orgId };
}

export const listMembers = defineCase({
  id: "answers.listMembers",
  clause: "endpoint.listMembers",
  claim: "The members of an organization are listed",
  requests: 1,
  async run(context) {
    await members(context);
  },
});

interface Creation extends Permitted {
  readonly given: { readonly name: string; readonly slug: string };
}

/** Quotas, plans and permissions may forbid it with any 4xx; one that says there is no such endpoint is a fault. */
const mayForbid = ({ status }: Exchange) => status >= 400 && status < 500 && ![401, 404, 405].includes(status);

/** A refusal that may be for the body: the others speak of a plan, the caller, or who has that name already. */
const mayBeForTheBody = (exchange: Exchange) => mayForbid(exchange) && ![402, 403, 409].includes(exchange.status);

/** Only a 4xx says that nothing was made: after any other answer, or none, it is not sent again. */
const mayHaveMade = (error: unknown) =>
  (error instanceof Mismatch && error.exchanges.some(({ status }) => status < 400 || status >= 500)) ||
  (error instanceof Unanswered && error.exchange?.status !== 429);

/** At most one organization is created in a run: who needs one takes that, or fails as that did. */
export async function creation(context: CaseContext): Promise<Creation> {
  const outcome = await context.once<Creation | { readonly error: unknown }>("createOrganization", async () => {
    try {
      return await create(context);
    } catch (error) {
      if (mayHaveMade(error)) return { error };
      throw error;
    }
  });
  if ("error" in outcome) throw outcome.error;
  return outcome;
}

async function create(context: CaseContext): Promise<Creation> {
  const given = {
    name: `Conformance ${context.mark}`,
    slug: `${context.mark}-${Math.floor(context.now()).toString(36)}`,
  };
  let refused: Sent | undefined;
  const send = async (actor: Actor) => {
    const exchange = await actor.send("createOrganization", { body: given });
    if (mayBeForTheBody(exchange)) refused ??= { actor, exchange };
    return exchange;
  };
  try {
    const made = await firstPermitted(context, "createOrganization", ["session", "key"], send, { mayForbid });
    return { ...made, given };
  } catch (error) {
    if (!(error instanceof Skip) || refused === undefined) throw error;
    await expectRead(context, refused);
    throw new Skip(`a caller that may create an organization (it was answered ${answerOf(refused.exchange)})`);
  }
}

/** Wrong in each of its values; nothing comes of it where it is taken. */
const wrongSubmission = { productId: "fpk-no-such-product", content: { body: "" }, feedbackType: "fpk-none" };

/**
 * Throws `Mismatch` where a body as it should be is told what one that is no JSON is told, in words that this target does not
 * have for all: a quota would be told otherwise.
 */
async function expectRead(context: CaseContext, { actor, exchange }: Sent): Promise<void> {
  const intent = "invalid";
  const noJson = await actor.send("createOrganization", { rawBody: '{"name": "', intent });
  if (wordsOf(noJson) !== wordsOf(exchange) || saysItsStatusAlone(exchange)) return;
  const [other = actor] = actorsOf(context, ["key"]);
  const wrong = await other.send("submitFeedback", { body: wrongSubmission, intent });
  if (!isForTheBody(wrong) || wordsOf(wrong) === wordsOf(exchange)) return;
  mismatch(exchange, "a 2xx for createOrganization, or a reason of its own", { after: [noJson, wrong] });
}

export const createOrganization = defineCase({
  id: "answers.createOrganization",
  clause: "endpoint.createOrganization",
  claim: "An organization can be created, with a name and a slug",
  needs: { writes: true },
  requests: 1,
  async run(context) {
    await creation(context);
  },
});

export const creationKept = defineCase({
  id: "organization.creation-kept",
  clause: "organization.kept",
  claim: "A created organization has the given name and slug, and its creator's session can read it",
  needs: { writes: true },
  requests: 1,
  async run(context) {
    const { actor, exchange, given } = await creation(context);
    const body = exchange.json();
    const orgId = isObject(body) ? body.id : undefined;
    if (!isObject(body) || typeof orgId !== "string") throw new Skip("createOrganization to answer an organization");
    if (body.name !== undefined && body.name !== given.name) mismatch(exchange, `name ${JSON.stringify(given.name)}`);
    if (!isKeptSlug(body.slug, given.slug))
      mismatch(exchange, `slug ${JSON.stringify(given.slug)}, or one that begins with it`);
    const read = () => actor.send("getOrganization", { parameters: { orgId } });
    // A key stays scoped to its own organization (§5.2): what it may read of the new one is only observed.
    if (actor.caller.kind !== "session")
      return context.observe("auth.roles", `a key reads what it created: ${(await read()).status}`);
    const isShown = (one: Exchange) => {
      const shown = one.json();
      return one.isSuccess && (!isObject(shown) || shown.name === undefined || shown.name === given.name);
    };
    const last = await withinGrace(context, read, isShown);
    expectSuccess(last, "for the organization that the session created", [exchange]);
    const shown = last.json();
    if (!isShown(last)) mismatch(last, `name ${JSON.stringify(given.name)}`, { after: [exchange] });
    if (isObject(shown) && shown.slug !== undefined && body.slug !== undefined && shown.slug !== body.slug)
      mismatch(last, `slug ${JSON.stringify(body.slug)}, as at its creation`, { after: [exchange] });
  },
});

/** Where the slug is taken, a target may make it another's by something behind it. */
const isKeptSlug = (slug: unknown, given: string) =>
  slug === undefined || (typeof slug === "string" && slug.toLowerCase().startsWith(given));
