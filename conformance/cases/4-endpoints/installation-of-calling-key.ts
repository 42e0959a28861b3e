/** §4, rule 2: endpoint 18 answers with the installation of the calling key. */
import { listItems, stringIn } from "../../model/body.ts";
import { type Actor, type CaseContext, defineCase, type Exchange, Skip } from "../case.ts";
import { mismatch } from "../shared/expect.ts";
import { distinctActors, keyActors } from "../shared/permitted.ts";

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
      const isCompared = await expectOwnInstallation(actor, organizations);
      isJudged ||= isCompared;
    }
    if (actors.length === 0) throw new Skip(context.missing("key"));
    if (organizations.every((organization) => organization === undefined))
      throw new Skip("needs a key with its organization's id as org: set or correct org in the target file");
    if (!isJudged)
      throw new Skip(
        "no key with an org was shown an installation with an orgId: see answers.getInstallation and installation.all-fields",
      );
  },
});

/** The keys of the cases' roles, and each further one whose installation the run has already read. */
function everyKey(context: CaseContext): readonly Actor[] {
  const read = context
    .exchangesOf("getInstallation")
    .flatMap(({ actor, exchange }) => (exchange.isSuccess && actor.caller.kind === "api-key" ? [actor] : []));
  return distinctActors([...keyActors(context), ...read]);
}

/** The declared organization. One that discovery took from the installation proves nothing about it. */
const declaredOrganization = ({ caller }: Actor) => caller.credential?.org;

/**
 * Throws `Mismatch` if a key's installation is another organization's: another one that the target file declares, or
 * any other if the target's own list shows the declared one. False if there is nothing to compare.
 */
async function expectOwnInstallation(actor: Actor, organizations: readonly (string | undefined)[]): Promise<boolean> {
  const organization = declaredOrganization(actor);
  const exchange = await actor.read("getInstallation");
  const shown = stringIn(exchange, "orgId");
  if (shown === undefined || organization === undefined) return false;
  if (shown === organization) return true;
  const expected = `an installation of ${organization}, the key's organization`;
  if (organizations.includes(shown)) mismatch(exchange, expected);
  const list = await listWith(actor, organization);
  if (list !== undefined) mismatch(exchange, expected, { after: [list] });
  return true;
}

/** The list in which the target uses the declared identifier of an organization. */
async function listWith(actor: Actor, organization: string): Promise<Exchange | undefined> {
  const list = await actor.read("listOrganizations");
  return listItems(list).some(({ id }) => id === organization) ? list : undefined;
}
