/** §1: a user belongs to one or more organizations, so the organization of a session's user has a member. */
import { listedItems } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";
import { fails, holds, notApplicable } from "../model/verdict.ts";
import type { SequenceLaw } from "./sequence-law.ts";

/** Read by a caller of the organization: others may be shown an empty list in place of an error. */
const isMembersOf = (organization: string, exchange: Exchange) =>
  exchange.operation === "listMembers" &&
  exchange.organization === organization &&
  exchange.isSuccess &&
  Array.isArray(exchange.json()) &&
  pathOf(exchange).endsWith(`/organizations/${encodeURIComponent(organization)}/members`);

export const organizationHasMembers: SequenceLaw = {
  id: "organization.has-members",
  clause: "service.membership",
  needs: { credential: "session" },
  claim: "The list of members of the organization of a session is not empty",
  skipReason: "the members of a session's organization were not listed: give the session its org in the target file",
  dependsOn: ["listMembers"],
  judge({ exchanges }) {
    const served = exchanges.filter(({ kind, isSuccess }) => kind === "session" && isSuccess);
    const organizations = [...new Set(served.flatMap(({ organization }) => organization ?? []))];
    const lists = exchanges.filter((exchange) => organizations.some((each) => isMembersOf(each, exchange)));
    const empty = lists.find((list) => listedItems(list).length === 0);
    if (empty === undefined) return lists.length > 0 ? holds : notApplicable;
    return fails({
      expected: "at least one member, since the user of a session belongs to this organization",
      actual: `GET ${pathOf(empty)}: an empty list`,
      exchanges: [empty.index],
    });
  },
};
