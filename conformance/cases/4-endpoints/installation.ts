/** §4, endpoint 18 and rule 2, and §2.10: the installation tied to the calling key. */

import { isObject, listedOf } from "../../model/body.ts";
import { Skip } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type Actor, type CaseContext, defineCase } from "../case.ts";
import { mismatch } from "../given/expect.ts";
import { actorsOf } from "../given/permitted.ts";

export const getInstallation = defineCase({
  id: "answers.getInstallation",
  clause: "endpoint.getInstallation",
  claim: "The installation of an API key can be read with it",
  needs: { credential: "key" },
  lane: "first",
  requests: 1,
  async run(context) {
    const told: string[] = [];
    for (const actor of keysOf(context)) {
      const exchange = await actor.read("getInstallation");
      if (exchange.isSuccess) return;
      if (isFault(exchange)) mismatch(exchange, "a 2xx for getInstallation, or the refusal of a key that has none");
      told.push(`${actor.caller.label} was answered ${exchange.status}`);
    }
    throw new Skip(`an API key that has an installation and may read it (${told.join(", ") || "there is no key"})`);
  },
});

/** Neither a success nor the answer to a key without an installation: the endpoint is not there, or breaks. */
const isFault = ({ status }: Exchange) => status < 400 || status >= 500 || [401, 405].includes(status);

/** Only a key has an installation (§4, rule 2); not every key needs to have one. */
const keysOf = (context: CaseContext) =>
  actorsOf(context, ["key", "second-key", "other-organization"]).filter(({ caller }) => caller.kind === "api-key");

/** The organization of a key's installation; undefined where it has none or does not tell. */
async function installed(actor: Actor): Promise<{ readonly orgId: string; readonly id: unknown } | undefined> {
  const body = (await actor.read("getInstallation")).json();
  return isObject(body) && typeof body.orgId === "string" ? { orgId: body.orgId, id: body.id } : undefined;
}

/** As the target file says. What discovery found was taken from the installation itself, and proves nothing about it. */
const declared = ({ caller }: Actor) => caller.credential?.org;

/** The list in which the target itself names the declared organization so. */
async function confirming(actor: Actor, organization: string): Promise<Exchange | undefined> {
  const list = await actor.read("listOrganizations");
  return listedOf(list).some(({ id }) => id === organization) ? list : undefined;
}

export const ofTheKey = defineCase({
  id: "installation.of-the-key",
  clause: "installation.calling-key",
  claim: "A key reads the installation of its own organization",
  needs: { credential: "key" },
  requests: 2,
  async run(context) {
    const actors = keysOf(context);
    const organizations = actors.map(declared);
    let isJudged = false;
    for (const actor of actors) {
      const organization = declared(actor);
      const own = await installed(actor);
      if (own === undefined || organization === undefined) continue;
      isJudged = true;
      if (own.orgId === organization) continue;
      const isAnothers = organizations.includes(own.orgId);
      const list = isAnothers ? undefined : await confirming(actor, organization);
      if (isAnothers || list !== undefined) {
        const expected = `an installation of ${organization}, the key's organization`;
        mismatch(await actor.read("getInstallation"), expected, { after: list === undefined ? [] : [list] });
      }
      context.note(
        `${actor.caller.label} is declared to belong to ${organization}; its installation names ${own.orgId}`,
      );
    }
    if (!isJudged) throw new Skip("a key whose organization is declared, and an installation of it with an orgId");
  },
});
