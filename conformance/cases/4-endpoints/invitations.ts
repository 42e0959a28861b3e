/** §4, endpoint 17: invitations. They go to addresses at example.com only, where nobody reads them. */

import { Mismatch, Skip } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Actor, type CaseContext, defineCase, type Role } from "../case.ts";
import { expectRefused } from "../given/expect.ts";
import { actorsOf, firstPermitted, type Permitted } from "../given/permitted.ts";

/** The organization into which a caller invites: the one it is declared for, else one that it lists as its own. */
async function invitesInto(context: CaseContext, actor: Actor): Promise<string | undefined> {
  if (actor.caller.credential?.org !== undefined) return actor.caller.credential.org;
  const listed = await context.list(actor, "listOrganizations").catch(() => []);
  return (listed.find(({ id }) => id === actor.caller.organization) ?? listed[0])?.id;
}

/** Quotas and permissions may forbid an invitation with any 4xx; one that says there is no such endpoint is a fault. */
const mayNotInvite = ({ status }: Exchange) => status >= 400 && status < 500 && ![401, 404, 405].includes(status);

/** A refusal that may be for the address: the others speak of the caller, a plan, the path, or an earlier invitation. */
const mayBeForTheAddress = (exchange: Exchange) =>
  mayNotInvite(exchange) && ![402, 403, 409, 429].includes(exchange.status);

interface AddressForm {
  readonly plus?: string;
  readonly subdomain?: string;
}

/** An address whose name no other of the run has, also for who takes no notice of what stands behind a plus. */
export async function newAddress(context: CaseContext, { plus = "", subdomain = "" }: AddressForm): Promise<string> {
  const sent = await context.once("addresses", async () => ({ count: 0 }));
  sent.count += 1;
  const name = `${context.mark}x${Math.floor(context.now()).toString(36)}x${sent.count}`.replace(/[^a-z0-9]/g, "");
  return `${name}${plus}@${subdomain}example.com`;
}

export const plus = { plus: "+team" };
/** One that resolves: a target may look for the host, and say of one that is not there what it says of no address. */
export const subdomain = { subdomain: "www." };

interface Invited extends Permitted {
  readonly parameters: { readonly orgId: string };
  /** Where an address with a plus, in a subdomain, was refused, and a plain one then taken. */
  readonly refused: Exchange | undefined;
}

/** The first caller's invitation that is taken: made once in a run. Throws `Skip`, each time alike, where none is. */
export async function invited(context: CaseContext): Promise<Invited> {
  const outcome = await context.once<Invited | { readonly skip: Skip }>("inviteMember", () =>
    invite(context).catch((error) => {
      if (error instanceof Skip) return { skip: error };
      throw error;
    }),
  );
  if ("skip" in outcome) throw outcome.skip;
  return outcome;
}

async function invite(context: CaseContext): Promise<Invited> {
  const into = new Map<string, string>();
  const inviting: Role[] = [];
  for (const role of ["session", "key"] as const) {
    for (const actor of actorsOf(context, [role])) {
      const orgId = await invitesInto(context, actor);
      if (orgId === undefined) continue;
      into.set(actor.caller.label, orgId);
      inviting.push(role);
    }
  }
  if (inviting.length === 0) throw new Skip("a caller whose organization is declared or listed");
  const parametersOf = (actor: Actor) => ({ orgId: into.get(actor.caller.label) ?? "" });
  let refused: Exchange | undefined;
  const send = async (actor: Actor, form: AddressForm) => {
    const body = { email: await newAddress(context, form) };
    return actor.send("inviteMember", { parameters: parametersOf(actor), body });
  };
  const sendEither = async (actor: Actor) => {
    const odd = await send(actor, { ...plus, ...subdomain });
    refused = mayBeForTheAddress(odd) ? odd : undefined;
    return refused === undefined ? odd : send(actor, {});
  };
  const made = await firstPermitted(context, "inviteMember", inviting, sendEither, { mayForbid: mayNotInvite });
  return { ...made, parameters: parametersOf(made.actor), refused };
}

export const inviteMember = defineCase({
  id: "answers.inviteMember",
  clause: "endpoint.inviteMember",
  claim: "A member can be invited by e-mail address",
  needs: { writes: true },
  requests: 1,
  async run(context) {
    await invited(context);
  },
});

interface RefusedInvitation {
  readonly actor: Actor;
  readonly parameters: { readonly orgId: string };
  readonly email: string;
  readonly exchange: Exchange;
}

/** An invitation for what is no e-mail address, refused; made again where it was not. Throws `Mismatch` where it is taken. */
async function refusedInvitation(context: CaseContext): Promise<RefusedInvitation> {
  const { actor, parameters } = await invited(context);
  return context.once("an invitation for no address", async () => {
    const email = (await newAddress(context, {})).replace("@", ".at.");
    const exchange = await actor.send("inviteMember", { parameters, body: { email }, intent: "invalid" });
    expectRefused(exchange, "for an invitation of what is no e-mail address");
    return { actor, parameters, exchange, email };
  });
}

export const invitationRefused = defineCase({
  id: "invitation.refused",
  clause: "invitation.format",
  claim: "An invitation for what is no e-mail address is refused",
  needs: { writes: true },
  requests: 1,
  async run(context) {
    await refusedInvitation(context);
  },
});

/** The same, for a case of another clause, which this one's fault leaves without what it needs. */
export async function refusedOrSkip(context: CaseContext): Promise<RefusedInvitation> {
  const made = await refusedInvitation(context).catch((error) => {
    if (error instanceof Mismatch) throw new Skip("a target that refuses what is no e-mail address");
    throw error;
  });
  if (mayBeForTheAddress(made.exchange)) return made;
  throw new Skip(`a refusal of what is no e-mail address (it was answered ${made.exchange.status})`);
}
