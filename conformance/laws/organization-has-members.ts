/** §1: a user belongs to one or more organizations, so the organization of a session's user has this member. */
import { listItems, quoted, rawListItems, stringIn } from "../model/body.ts";
import type { Exchange } from "../model/exchange.ts";
import { pathOf } from "../model/path-of.ts";
import { fails, holds, notApplicable, unjudged } from "../model/verdict.ts";
import { listsBare } from "./lists.ts";
import type { SequenceLaw } from "./sequence-law.ts";
import { proofOfWhole } from "./whole-list.ts";

/** Read by a caller of the organization: others may be shown an empty list in place of an error. */
const isAnswerOf = (organization: string, exchange: Exchange) =>
  exchange.operation === "listMembers" &&
  exchange.organization === organization &&
  exchange.isSuccess &&
  pathOf(exchange).endsWith(`/organizations/${encodeURIComponent(organization)}/members`);

interface Missing {
  readonly list: Exchange;
  readonly userId: string;
  /** The profile with this identifier. */
  readonly profile: Exchange;
  /** A list to another caller that has it. */
  readonly other: Exchange | undefined;
}

/** A whole list of members that a session reads without its own user; first one where another caller is shown the user. */
function missingCaller(lists: readonly Exchange[], exchanges: readonly Exchange[]): Missing | undefined {
  const userIdsIn = (list: Exchange) => listItems(list).map(({ id }) => id);
  const missing: Missing[] = [];
  for (const profile of exchanges.filter(({ operation, isSuccess }) => operation === "getMe" && isSuccess)) {
    const userId = stringIn(profile, "id");
    if (userId === undefined) continue;
    const list = lists.find((each) => each.credential === profile.credential && !userIdsIn(each).includes(userId));
    const other = lists.find((each) => each.organization === list?.organization && userIdsIn(each).includes(userId));
    if (list?.kind !== "session" || proofOfWhole(list, exchanges) === undefined) continue;
    missing.push({ list, userId, profile, other });
  }
  return missing.find(({ other }) => other !== undefined) ?? missing[0];
}

/** The list shows the user's e-mail address, so that `userId` is another identifier than the profile's; or not each member's. */
const showsAddress = (list: Exchange, profile: Exchange) => {
  const address = stringIn(profile, "email")?.toLowerCase();
  const shown = listItems(list).map(({ fields: { email } }) => String(email ?? "").toLowerCase());
  return !address || shown.includes(address) || shown.includes("");
};

export const organizationHasMembers: SequenceLaw = {
  id: "organization.has-members",
  clause: "service.membership",
  needs: { credential: "session" },
  claim: "The list of members of the organization of a session is not empty, nor without its own user for the session",
  skipReason: "the members of a session's organization were not listed: give the session its org in the target file",
  dependsOn: ["listMembers"],
  judge({ exchanges }) {
    const served = exchanges.filter(({ kind, isSuccess }) => kind === "session" && isSuccess);
    const organizations = [...new Set(served.flatMap(({ organization }) => organization ?? []))];
    const answers = exchanges.filter((exchange) => organizations.some((each) => isAnswerOf(each, exchange)));
    const lists = answers.filter((exchange) => Array.isArray(exchange.json()));
    const [other] = lists.length === 0 ? answers.filter((exchange) => exchange.isJson()) : [];
    if (other !== undefined)
      return unjudged("not-applicable", `GET ${pathOf(other)} shows no list: see ${listsBare.id}`);
    const empty = lists.find((list) => rawListItems(list).length === 0);
    if (empty !== undefined)
      return fails({
        expected: "at least one member, since the user of a session belongs to this organization",
        actual: `GET ${pathOf(empty)}: an empty list`,
        exchanges: [empty.index],
      });
    const missing = missingCaller(lists, exchanges);
    if (missing === undefined) return lists.length > 0 ? holds : notApplicable;
    const { list, userId, profile, other: shownTo } = missing;
    // Who operates the service may act in an organization without being its member.
    if (shownTo === undefined && showsAddress(list, profile)) return holds;
    if (shownTo === undefined)
      return unjudged(
        "not-applicable",
        `GET /v1/me shows ${list.credential} the user ${quoted(userId)}, who is no member of its organization ${quoted(list.organization ?? "")}: is this the session's own profile?`,
      );
    return fails({
      expected: `the session's own user ${quoted(userId)}, as in the list for ${shownTo.credential}`,
      actual: `GET ${pathOf(list)}: ${rawListItems(list).length} members without this user`,
      exchanges: [profile, shownTo, list].map(({ index }) => index),
    });
  },
};
