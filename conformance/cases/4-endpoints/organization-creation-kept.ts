/** §4, endpoint 14, and §2.7: a created organization has the sent values. */
import { bodyOf } from "../../model/body.ts";
import { defineCase, type Exchange, Skip } from "../case.ts";
import { eventually, expectSuccess, mismatch } from "../shared/expect.ts";
import { isKept } from "../shared/kept-value.ts";
import { createdOrganization, createdWithoutId } from "../shared/organizations.ts";

export const organizationCreationKept = defineCase({
  id: "organization.creation-kept",
  clause: "organization.kept",
  claim: "A created organization has the given name and slug, and its creator's session can read it",
  needs: { writes: true },
  async run(context) {
    const { actor, exchange, given } = await createdOrganization(context);
    const { id: orgId, name, slug } = bodyOf(exchange);
    if (typeof orgId !== "string") throw new Skip(createdWithoutId);
    if (name !== undefined && !isKept(given.name, name)) mismatch(exchange, `name ${JSON.stringify(given.name)}`);
    if (!isKeptSlug(slug, given.slug))
      mismatch(exchange, `slug ${JSON.stringify(given.slug)}, or one that begins with it`);
    const read = () => actor.send("getOrganization", { parameters: { orgId } });
    // A key stays scoped to its own organization (§5.2), so its reads of the new one are only observed.
    if (actor.caller.kind !== "session")
      return context.observe("auth.roles", `a key reads what it created: ${(await read()).status}`);
    const hasName = (detail: Exchange) => {
      const { name = given.name } = bodyOf(detail);
      return isKept(given.name, name);
    };
    const detail = await eventually(context, read, (answer) => answer.isSuccess && hasName(answer));
    expectSuccess(detail, "for the organization that the session created", [exchange]);
    if (!hasName(detail)) mismatch(detail, `name ${JSON.stringify(given.name)}`, { after: [exchange] });
    const shown = bodyOf(detail).slug;
    if (shown !== undefined && slug !== undefined && shown !== slug)
      mismatch(detail, `slug ${JSON.stringify(slug)}, as at its creation`, { after: [exchange] });
  },
});

/** If the slug exists already, a target may append to it. */
const isKeptSlug = (slug: unknown, given: string) =>
  slug === undefined || (typeof slug === "string" && slug.toLowerCase().startsWith(given));
