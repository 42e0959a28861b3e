/** Failures that a wrong `org` in the target file explains: the run took another organization for the caller's own. */
import { listItems, stringIn } from "../../model/body.ts";
import type { Exchange } from "../../model/exchange.ts";
import { pathOf } from "../../model/path-of.ts";
import type { Target } from "../../target-file/target.ts";
import type { Failure } from "./failure.ts";

/** Whether a wrong `org` explains a failure. `doubted`: the labels of the credentials for which the target names another organization. */
export function restsOnOrganization(
  doubted: readonly string[],
  target: Pick<Target, "credentials">,
  exchanges: readonly Exchange[],
): (failure: Failure) => boolean {
  const declaredOf = declaredIn(target);
  const inDoubt = new Set(doubted.flatMap((label) => declaredOf(label) ?? []));
  return ({ result, shown, law }) => {
    // Neither a law of single responses nor a check of an error's body depends on the organization.
    if (law !== undefined || result.clause.startsWith("error.")) return false;
    const declared = declaredOf(shown?.credential);
    if (shown === undefined || declared === undefined || !inDoubt.has(declared)) return false;
    if (result.id === "installation.of-calling-key") return true;
    const isAbout = (organization: string) => pathOf(shown).split(/[/?]/).includes(encodeURIComponent(organization));
    if (!shown.isSuccess) return [403, 404].includes(shown.status) && isAbout(declared);
    return shown.intent === "foreign-id" && namedFor(shown.credential, exchanges).some(isAbout);
  };
}

/** Of the `doubted` labels, those whose declared organization is also declared for the caller of an exchange that shows one of `failures`. */
export function doubtedFor(
  doubted: readonly string[],
  target: Pick<Target, "credentials">,
  failures: readonly Failure[],
): readonly string[] {
  const declaredOf = declaredIn(target);
  const declared = new Set(failures.map(({ shown }) => declaredOf(shown?.credential)));
  return doubted.filter((label) => declared.has(declaredOf(label)));
}

/** The organization that the target file declares for the credential with this label. */
const declaredIn =
  ({ credentials }: Pick<Target, "credentials">) =>
  (label?: string) =>
    credentials.find((credential) => credential.label === label)?.org;

/** The organizations that the target names as the credential's own. */
const namedFor = (label: string, exchanges: readonly Exchange[]) =>
  exchanges.flatMap((exchange) => {
    if (exchange.credential !== label) return [];
    if (exchange.operation === "getInstallation") return stringIn(exchange, "orgId") ?? [];
    return exchange.operation === "listOrganizations" ? listItems(exchange).map(({ id }) => id) : [];
  });
