/** §2.10: an installation has one owning organization, so the installations of two organizations are not the same. */
import { quoted, stringIn } from "../model/body.ts";
import { isCommonId } from "../model/common-id.ts";
import type { Exchange } from "../model/exchange.ts";
import { fails, holds, notApplicable, type Unjudged, unjudged } from "../model/verdict.ts";
import type { SequenceLaw } from "./sequence-law.ts";

const onlyCommonIds =
  "the identifiers of the installations are words or short numbers, which several organizations may use; random identifiers of 16 characters would be judged";

export const uniqueInstallationIds: SequenceLaw = {
  id: "installation.unique-ids",
  clause: "resource.unique",
  needs: { credential: "other-organization" },
  claim: "The installations of two organizations have different identifiers",
  skipReason:
    "the installations of two organizations were not shown: add a key of another organization that has an installation",
  dependsOn: ["getInstallation"],
  judge({ exchanges }) {
    const owners = new Map<string, { readonly orgId: string; readonly first: Exchange }>();
    const organizations = new Set<string>();
    const shown = new Set<string>();
    for (const exchange of exchanges) {
      if (exchange.operation !== "getInstallation" || !exchange.isSuccess) continue;
      const [id, orgId] = [stringIn(exchange, "id"), stringIn(exchange, "orgId")];
      if (id === undefined || orgId === undefined) continue;
      shown.add(orgId);
      // Each organization may number its installations from 1.
      if (isCommonId(id)) continue;
      organizations.add(orgId);
      const owner = owners.get(id);
      if (owner === undefined) owners.set(id, { orgId, first: exchange });
      else if (owner.orgId !== orgId)
        return fails({
          expected: `another id than ${quoted(id)}, which is the installation of organization ${quoted(owner.orgId)}`,
          actual: `${quoted(id)} as the installation of ${quoted(orgId)}`,
          exchanges: [owner.first.index, exchange.index],
        });
    }
    if (organizations.size > 1) return holds;
    if (shown.size > 1) return unjudged("not-applicable", onlyCommonIds);
    return whyUnjudged(exchanges);
  },
};

/** Several organizations were shown an installation of one. */
function whyUnjudged(exchanges: readonly Exchange[]): Unjudged {
  const reads = exchanges.filter(({ operation, isSuccess }) => operation === "getInstallation" && isSuccess);
  const [read] = reads;
  const orgId = read && stringIn(read, "orgId");
  if (orgId === undefined || new Set(reads.map(({ organization }) => organization)).size < 2) return notApplicable;
  const reason = `getInstallation shows the keys of several organizations an installation of ${quoted(orgId)}: show each key the installation of its organization`;
  return unjudged("not-applicable", reason);
}
