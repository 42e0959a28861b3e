/** §4, endpoints 13 to 17, and §2.7, §2.8: organizations, their members, and invitations. */
import { type CaseContext, defineCase } from "../../case.ts";
import { Skip } from "../../check.ts";
import { listedOf } from "../../context.ts";
import { expectSuccess, mismatch } from "../../expect.ts";
import { isObject } from "../../laws/body-view.ts";
import { firstPermitted, type Permitted } from "../../permitted.ts";

const roles = ["key", "session"] as const;

const organizations = (context: CaseContext) =>
  firstPermitted(context, "listOrganizations", roles, (actor) => actor.read("listOrganizations"));

/** An organization that the caller lists as its own; else the one it is declared to belong to. */
async function ownOrganization(context: CaseContext): Promise<string> {
  const { actor, exchange } = await organizations(context);
  const { organization } = actor.caller;
  const listed = listedOf(exchange);
  const own = listed.find(({ id }) => id === organization) ?? listed[0];
  if (own === undefined) throw new Skip("listOrganizations to show an organization");
  return own.id;
}

function observeCode(context: CaseContext, { exchange }: Permitted): void {
  context.observe("endpoint.success-codes", `${exchange.operation}: ${exchange.status}`);
}

export const listOrganizations = defineCase({
  id: "answers.listOrganizations",
  clause: "endpoint.listOrganizations",
  claim: "The organizations are listed, for a key and for a session",
  requests: 1,
  async run(context) {
    observeCode(context, await organizations(context));
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
    const orgId = await ownOrganization(context);
    const read = await firstPermitted(context, "getOrganization", roles, (actor) =>
      actor.read("getOrganization", { orgId }),
    );
    observeCode(context, read);
    const body = read.exchange.json();
    if (isObject(body) && typeof body.id === "string" && body.id !== orgId) {
      mismatch(read.exchange, `the organization ${JSON.stringify(orgId)} that was asked for`);
    }
  },
});

export const listMembers = defineCase({
  id: "answers.listMembers",
  clause: "endpoint.listMembers",
  claim: "The members of an organization are listed",
  requests: 1,
  async run(context) {
    const orgId = await ownOrganization(context);
    observeCode(
      context,
      await firstPermitted(context, "listMembers", roles, (actor) => actor.read("listMembers", { orgId })),
    );
  },
});

/** At most one organization is created in a run: who needs one takes that. */
function creation(
  context: CaseContext,
): Promise<Permitted & { readonly given: { readonly name: string; readonly slug: string } }> {
  return context.once("createOrganization", async () => {
    const given = {
      name: `Conformance ${context.mark}`,
      slug: `${context.mark}-${Math.floor(context.now()).toString(36)}`,
    };
    const made = await firstPermitted(context, "createOrganization", ["session", "key"], (actor) =>
      actor.send("createOrganization", { body: given }),
    );
    return { ...made, given };
  });
}

export const createOrganization = defineCase({
  id: "answers.createOrganization",
  clause: "endpoint.createOrganization",
  claim: "An organization can be created, with a name and a slug",
  needs: { writes: true },
  requests: 1,
  async run(context) {
    observeCode(context, await creation(context));
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
    if (!isObject(body) || typeof body.id !== "string") throw new Skip("createOrganization to answer an organization");
    for (const name of ["name", "slug"] as const) {
      if (body[name] !== undefined && body[name] !== given[name])
        mismatch(exchange, `${name} ${JSON.stringify(given[name])}`);
    }
    const read = await actor.send("getOrganization", { parameters: { orgId: body.id } });
    // A key stays scoped to its own organization (§5.2): what it may read of the new one is only observed.
    if (actor.caller.kind !== "session")
      return context.observe("auth.roles", `a key reads what it created: ${read.status}`);
    expectSuccess(read, "for the organization that the session created");
    const shown = read.json();
    if (isObject(shown) && shown.name !== undefined && shown.name !== given.name)
      mismatch(read, `name ${JSON.stringify(given.name)}`);
  },
});

export const inviteMember = defineCase({
  id: "answers.inviteMember",
  clause: "endpoint.inviteMember",
  claim: "A member can be invited by e-mail address",
  needs: { writes: true },
  requests: 1,
  async run(context) {
    const orgId = await ownOrganization(context);
    const body = { email: `${context.mark}+${Math.floor(context.now())}@mail.example.com` };
    const invited = await firstPermitted(context, "inviteMember", ["session", "key"], (actor) =>
      actor.send("inviteMember", { parameters: { orgId }, body }),
    );
    observeCode(context, invited);
    context.observe("endpoint.invite-body", invited.exchange.response?.body === "" ? "none" : "a body");
  },
});
