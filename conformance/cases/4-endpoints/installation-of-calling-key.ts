/** §4, rule 2: endpoint 18 answers with the installation of the calling key. */
import { listedOf } from "../../model/body.ts";
import { type Actor, type CaseContext, defineCase, type Exchange, Skip } from "../case.ts";
import { mismatch, stringIn } from "../given/expect.ts";
import { distinctActors, keyActors } from "../given/permitted.ts";

export const installationOfCallingKey = defineCase({
  id: "installation.of-calling-key",
  clause: "installation.calling-key",
  claim: "A key reads the installation of its own organization",
  needs: { credential: "key" },
  async run(context) {
    const actors = everyKey(context);
    const organizations = actors.map(declaredOrganization);
    let isJudged = false;
    for (const actor of actors) {
      const organization = declaredOrganization(actor);
      const exchange = await actor.read("getInstallation");
      const shown = stringIn(exchange, "orgId");
      if (shown === undefined || organization === undefined) continue;
      isJudged = true;
      if (shown === organization) continue;
      const list = organizations.includes(shown) ? undefined : await listWith(actor, organization);
      if (organizations.includes(shown) || list !== undefined) {
        const expected = `an installation of ${organization}, the key's organization`;
        mismatch(exchange, expected, { after: list === undefined ? [] : [list] });
      }
    }
    if (actors.length === 0) throw new Skip(context.missing("key"));
    if (organizations.every((organization) => organization === undefined))
      throw new Skip("needs a key whose organization is declared: set its org in the target file");
    if (!isJudged)
      throw new Skip(
        "no key with an org was shown an installation with an orgId: see answers.getInstallation and installation.all-fields",
      );
  },
});

/** Each API key whose installation the run has read anyway. */
function everyKey(context: CaseContext): readonly Actor[] {
  const read = context
    .exchangesOf("getInstallation")
    .flatMap(({ actor, exchange }) => (exchange.isSuccess && actor.caller.kind === "api-key" ? [actor] : []));
  return distinctActors([...keyActors(context), ...read]);
}

/** What discovery found out was taken from the installation itself, and so proves nothing about it. */
const declaredOrganization = ({ caller }: Actor) => caller.credential?.org;

/** The list in which the target itself uses the declared identifier of an organization. */
async function listWith(actor: Actor, organization: string): Promise<Exchange | undefined> {
  const list = await actor.read("listOrganizations");
  return listedOf(list).some(({ id }) => id === organization) ? list : undefined;
}
