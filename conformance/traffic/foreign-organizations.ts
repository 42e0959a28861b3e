/** §5.2 and §4, rule 2: a key is shown its own organization and installation, and none that other keys are declared to be of. */
import type { SequenceLaw } from "../laws/sequence-law.ts";
import { listItems, stringIn } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import { identifierAskedFor } from "./identifier-asked-for.ts";

type Declared = ReadonlySet<string>;

const isOfKey = ({ kind, isSuccess, organization }: Exchange) =>
  isSuccess && kind === "api-key" && organization !== undefined;

/** The other organization that the exchange shows; undefined if it shows none. */
function otherShown(exchange: Exchange, declared: Declared): string | undefined {
  const ids =
    exchange.operation === "listOrganizations"
      ? listItems(exchange).map(({ id }) => id)
      : [stringIn(exchange, "id") ?? ""].filter((id) => id === identifierAskedFor(exchange));
  return ids.find((id) => id !== exchange.organization && declared.has(id));
}

/** `declared`: the organizations of the target file's API keys. */
export const foreignOrganization = (declared: Declared): SequenceLaw => ({
  id: "traffic.foreign-organization",
  clause: "auth.scope",
  claim: "A key neither lists nor reads an organization that another key is declared to be of",
  judge({ exchanges }) {
    if (declared.size < 2) return notApplicable;
    const shown = exchanges.filter(
      (each) => isOfKey(each) && (each.operation === "listOrganizations" || each.operation === "getOrganization"),
    );
    for (const exchange of shown) {
      const other = otherShown(exchange, declared);
      if (other !== undefined)
        return fails({
          expected: `nothing of another organization than ${exchange.organization}, the organization of ${exchange.credential}`,
          actual: `${exchange.operation} shows ${other}`,
          exchanges: [exchange.index],
        });
    }
    return shown.length > 0 ? holds : notApplicable;
  },
});

/** As `installation.of-calling-key`: proven by another key's declaration, or by a list with the declared organization. */
export const foreignInstallation = (declared: Declared): SequenceLaw => ({
  id: "traffic.installation-of-calling-key",
  clause: "installation.calling-key",
  claim: "A key reads the installation of the organization that the target file declares",
  judge({ exchanges }) {
    const installations = exchanges.filter(
      (each) => isOfKey(each) && each.operation === "getInstallation" && stringIn(each, "orgId") !== undefined,
    );
    let isJudged = false;
    for (const exchange of installations) {
      const { credential, organization = "" } = exchange;
      const shown = stringIn(exchange, "orgId") ?? "";
      isJudged ||= shown === organization;
      if (shown === organization) continue;
      const list = exchanges.find(
        (each) =>
          each.operation === "listOrganizations" &&
          each.credential === credential &&
          listItems(each).some(({ id }) => id === organization),
      );
      if (list === undefined && !declared.has(shown)) continue;
      return fails({
        expected: `an installation of ${organization}, the organization of ${credential}`,
        actual: `orgId ${shown}`,
        exchanges: [...(list === undefined ? [] : [list.index]), exchange.index],
      });
    }
    return isJudged ? holds : notApplicable;
  },
});
