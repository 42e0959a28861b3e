/** §4, endpoint 17: invitations. They go only to addresses at example.com, which nobody reads. */
import {
  type Actor,
  type ActorExchange,
  type CaseContext,
  type Exchange,
  noActionNeeded,
  type Role,
  Skip,
} from "../case.ts";
import { concernsBody, mayForbid } from "./error-response.ts";
import { expectNotServed, unlessMismatched } from "./expect.ts";
import { itemsOrNone } from "./lists.ts";
import { availableActors, firstPermitted, forThisCase } from "./permitted.ts";
import { expectNoOtherField, type Rejection } from "./rejection-reason.ts";

/** The unusual parts of an address before `@example.com`. */
interface AddressForm {
  readonly capital?: string;
  readonly separated?: string;
  readonly plus?: string;
  readonly subdomain?: string;
}

/** Common forms of addresses, by their unusual part. */
export const addressForms: Readonly<Record<string, AddressForm>> = {
  "with a plus": { plus: "+team" },
  // The host exists: a target may reject an address at a host that it cannot look up.
  "in a subdomain": { subdomain: "www." },
  "with dots, dashes and underscores": { separated: ".first-last_1" },
  "with a capital": { capital: "Fpk" },
};

/** An address whose name is unique in the run, even for a target that ignores the part after a plus. */
export async function uniqueAddress(context: CaseContext, form: AddressForm = {}): Promise<string> {
  const { capital = "", separated = "", plus = "", subdomain = "" } = form;
  const addresses = await context.once("addresses", async () => ({ count: 0 }));
  addresses.count += 1;
  const name = `${context.mark}x${Math.floor(context.now()).toString(36)}x${addresses.count}`;
  return `${capital}${name.replace(/[^a-z0-9]/g, "")}${separated}${plus}@${subdomain}example.com`;
}

/** Invites an address, which is nobody's, into an organization: the actor's if `valid`, or another. */
export async function inviteInto(
  context: CaseContext,
  actor: Actor,
  orgId: string,
  intent: "valid" | "foreign-id" | "unknown-id",
) {
  const email = await uniqueAddress(context);
  return actor.send("inviteMember", { parameters: { orgId }, body: { email }, intent });
}

interface Invitation extends ActorExchange {
  readonly parameters: { readonly orgId: string };
  /** The rejection of an address that combines all forms, if a plain address was accepted after it. */
  readonly rejected: Exchange | undefined;
}

/** The reason of the skip of cases that need an invitation. */
export const noInvitation = "no invitation was accepted: see answers.inviteMember";

/** The first accepted invitation. Sent once in a run. Throws `Skip` if none is accepted. */
export async function acceptedInvitation(context: CaseContext): Promise<Invitation> {
  const outcome = await context.once<Invitation | { readonly skip: Skip }>("inviteMember", () =>
    invite(context).catch((error) => {
      if (error instanceof Skip) return { skip: error };
      throw error;
    }),
  );
  if ("skip" in outcome) throw outcome.skip;
  return forThisCase(context, outcome);
}

async function invite(context: CaseContext): Promise<Invitation> {
  const { organizations, roles } = await inviters(context);
  if (roles.length === 0)
    throw new Skip("needs a caller whose organization is known: set org of its credential in the target file");
  const parametersOf = (actor: Actor) => ({ orgId: organizations.get(actor.caller.label) ?? "" });
  const everyForm: AddressForm = Object.assign({}, ...Object.values(addressForms));
  let rejected: Exchange | undefined;
  let rejection: Rejection | undefined;
  const sendEither = async (actor: Actor) => {
    const parameters = parametersOf(actor);
    const send = (email: string) => actor.send("inviteMember", { parameters, body: { email } });
    const unusual = await send(await uniqueAddress(context, everyForm));
    rejected = concernsBody(unusual) ? unusual : undefined;
    if (rejected === undefined) return unusual;
    const email = await uniqueAddress(context);
    const exchange = await send(email);
    if (concernsBody(exchange))
      rejection ??= { actor, operation: "inviteMember", parameters, body: { email }, exchange };
    return exchange;
  };
  try {
    const invited = await firstPermitted(context, "inviteMember", roles, sendEither, { mayForbid });
    return { ...invited, parameters: parametersOf(invited.actor), rejected };
  } catch (error) {
    // The text of the error proves nothing: an endpoint may have one error for everything.
    if (error instanceof Skip && rejection !== undefined) await expectNoOtherField(context, rejection);
    throw error;
  }
}

/** The actors that can invite, and, by the labels of their credentials, the organizations. */
async function inviters(context: CaseContext) {
  const organizations = new Map<string, string>();
  const roles: Role[] = [];
  for (const role of ["session", "key"] as const) {
    for (const actor of availableActors(context, [role])) {
      const orgId = await organizationOf(actor);
      if (orgId === undefined) continue;
      organizations.set(actor.caller.label, orgId);
      roles.push(role);
    }
  }
  return { organizations, roles };
}

/** The caller's organization if it is known, else the first in its list. */
async function organizationOf(actor: Actor): Promise<string | undefined> {
  return actor.caller.organization ?? (await itemsOrNone(actor, "listOrganizations"))[0]?.id;
}

/** An address after a name: parsers of the headers of a mail accept it, and so do most patterns that are too short. */
const afterName = (address: string) => `Fpk<${address}>`;

/** Two addresses: whoever looks only at how a text begins accepts them. */
const twoAddresses = (address: string) => `${address},b${address}`;

/** An invitation of text that is not an e-mail address. Throws `Mismatch` if it is accepted. */
export async function rejectedInvitation(context: CaseContext) {
  const rejected = await context.once("a rejected invitation", () => inviteNobody(context, afterName));
  return forThisCase(context, rejected);
}

/** As `rejectedInvitation`, with another text. */
export const otherRejectedInvitation = (context: CaseContext) => inviteNobody(context, twoAddresses);

async function inviteNobody(context: CaseContext, textOf: (address: string) => string) {
  const invited = await unlessMismatched(() => acceptedInvitation(context));
  if (invited === undefined) throw new Skip(noInvitation);
  const { actor, parameters } = invited;
  const email = textOf(await uniqueAddress(context));
  const exchange = await actor.send("inviteMember", { parameters, body: { email }, intent: "invalid" });
  expectNotServed(exchange, `for an invitation of ${JSON.stringify(email)}, which is not an e-mail address`);
  return { actor, parameters, exchange, email };
}

/** As `rejectedInvitation`, for a case of another clause: throws `Skip` if the invitation is accepted. */
export async function rejectedInvitationOrSkip(context: CaseContext) {
  const rejected = await unlessMismatched(() => rejectedInvitation(context));
  if (rejected === undefined) throw new Skip("what is not an e-mail address was invited: see invitation.refused");
  if (concernsBody(rejected.exchange)) return rejected;
  throw noActionNeeded(
    `what is not an e-mail address was answered ${rejected.exchange.status}, which may have another reason`,
  );
}
