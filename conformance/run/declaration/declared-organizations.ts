/** Whether credentials belong to the organizations that the target file declares (`org`). */
import { type Caller, callerOf, isDenied } from "../../client/caller.ts";
import type { Client } from "../../client/client.ts";
import { listItems, stringIn } from "../../model/body.ts";
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { listed } from "../../model/in-words.ts";
import type { Target } from "../../target-file/target.ts";
import { sendIgnoringBudget } from "../first-requests.ts";
import { nameOf } from "./credential-name.ts";

/** The callers of a target, after their declared organizations were compared with those that the target reports. */
export interface Confirmed {
  /** As declared; as the target reports, if it certainly contradicts the declaration. */
  readonly callers: readonly Caller[];
  readonly doubts: readonly string[];
  /** The callers whose declaration the target contradicts. */
  readonly contradicted: readonly Caller[];
}

/** The target names another organization for a caller than the target file does. */
interface Contradiction {
  readonly caller: Caller;
  readonly declared: string;
  /** The organizations that the responses in `sources` name. */
  readonly named: readonly string[];
  readonly sources: readonly string[];
  /** The caller's organization. Undefined if only one response names it, since the target may be wrong. */
  readonly organization: string | undefined;
}

/**
 * Sends one request for each valid credential whose organization is declared, and a second one if the answer does not
 * confirm it. Leaves out credentials with denied operations; another credential of their organization is asked.
 */
export async function confirmOrganizations(
  client: Client,
  callers: readonly Caller[],
  { credentials }: Pick<Target, "credentials">,
): Promise<Confirmed> {
  const found: Contradiction[] = [];
  for (const caller of callers) {
    const declared = caller.credential?.org;
    if (declared === undefined || !isAuthenticated(caller) || isAskedThroughOtherCredential(caller, callers)) continue;
    const contradiction = await contradictionOf(client, caller, declared, callers);
    if (contradiction !== undefined) found.push(contradiction);
  }
  return confirmedBy(found, callers, credentials);
}

/** The callers, with what `found` shows about them. */
function confirmedBy(
  found: readonly Contradiction[],
  callers: readonly Caller[],
  credentials: Target["credentials"],
): Confirmed {
  const isOneForAll = areAllOfOne(callers, found, ({ organization }) => organization);
  const isOneNamed = areAllOfOne(callers, found, ({ named }) => named[0]);
  const contradictions = isOneForAll ? found.map((each) => ({ ...each, organization: undefined })) : found;
  const confirmed = callers.map((caller) => asReported(caller, contradictions));
  return {
    callers: confirmed,
    doubts: doubtsOf(contradictions, credentials, isOneNamed),
    contradicted: confirmed.filter(({ label }) => contradictions.some(({ caller }) => caller.label === label)),
  };
}

/**
 * As `confirmOrganizations`, but from recorded traffic, so that nothing is sent. Only for keys: a session's list of organizations may be a first
 * page.
 */
export function organizationsInTraffic(
  exchanges: readonly Exchange[],
  { credentials }: Pick<Target, "credentials">,
): Confirmed {
  const callers = credentials.map((credential) => callerOf(credential, credential.org));
  const found = callers.flatMap((caller): readonly Contradiction[] => {
    const declared = caller.credential?.org;
    if (declared === undefined || caller.kind !== "api-key") return [];
    const own = exchanges.filter(({ credential, isSuccess }) => isSuccess && credential === caller.label);
    const installed = own.flatMap((each) =>
      each.operation === "getInstallation" ? (stringIn(each, "orgId") ?? []) : [],
    );
    const ids = own.flatMap((each) =>
      each.operation === "listOrganizations" ? listItems(each).map(({ id }) => id) : [],
    );
    const [first] = installed;
    if (installed.includes(declared) || ids.includes(declared)) return [];
    if (first !== undefined) return [{ caller, declared, ...byInstallation(first, ids) }];
    return ids.length === 0 ? [] : [{ caller, declared, ...byList(caller, [...new Set(ids)]) }];
  });
  return confirmedBy(found, callers, credentials);
}

/**
 * Whether all keys, which are declared for several organizations, are reported to be of a single one: the target may not distinguish
 * organizations.
 */
function areAllOfOne(
  callers: readonly Caller[],
  found: readonly Contradiction[],
  reportedAs: (contradiction: Contradiction) => string | undefined,
): boolean {
  const keys = callers.filter(
    (caller) => caller.kind === "api-key" && caller.organization && !isAskedThroughOtherCredential(caller, callers),
  );
  const reported = keys.map((key) => {
    const contradiction = found.find(({ caller }) => caller === key);
    return (contradiction && reportedAs(contradiction)) ?? key.organization;
  });
  return new Set(keys.map(({ organization }) => organization)).size > 1 && new Set(reported).size === 1;
}

/** Whether a key with denied operations is not asked itself, because another valid credential without any is declared for its organization. */
const isAskedThroughOtherCredential = (caller: Caller, callers: readonly Caller[]) =>
  caller.kind === "api-key" &&
  isDenied(caller) &&
  callers.some(
    (other) => isAuthenticated(other) && !isDenied(other) && other.credential?.org === caller.credential?.org,
  );

/**
 * A key's installation names its only organization (§5.2; §4, rule 2), which a list with both organizations, or without either, does not
 * contradict. A session's user may have several.
 */
async function contradictionOf(
  client: Client,
  caller: Caller,
  declared: string,
  callers: readonly Caller[],
): Promise<Contradiction | undefined> {
  const installation =
    caller.kind === "api-key" ? await sendIgnoringBudget(client, "getInstallation", caller) : undefined;
  const installed = installation?.isSuccess ? stringIn(installation, "orgId") : undefined;
  if (installed === declared || installation?.status === 401) return undefined;
  const ids = listItems(await sendIgnoringBudget(client, "listOrganizations", caller)).map(({ id }) => id);
  const isListInformative = ids.includes(declared) !== ids.includes(installed ?? "");
  if (installed !== undefined && !isListInformative) {
    const isOther = await isOfOther(client, caller, installed, callers);
    return { caller, declared, ...byInstallation(installed, []), ...(isOther ? { organization: installed } : {}) };
  }
  if (ids.includes(declared) || (installed === undefined && ids.length === 0)) return undefined;
  // A session's list may be a first page.
  if (
    caller.kind === "session" &&
    (await sendIgnoringBudget(client, "getOrganization", caller, { orgId: declared })).isSuccess
  )
    return undefined;
  return { caller, declared, ...(installed === undefined ? byList(caller, ids) : byInstallation(installed, ids)) };
}

/**
 * Whether the lists of products show that the key is of the organization `installed`, and not of the declared one (two keys of one
 * organization are shown the same products, §5.2): it has no product in common with a key of the declared organization, and has some in
 * common with the keys of `installed`, if these show any.
 */
async function isOfOther(
  client: Client,
  caller: Caller,
  installed: string,
  callers: readonly Caller[],
): Promise<boolean> {
  const productsOf = async (key: Caller) =>
    listItems(await sendIgnoringBudget(client, "listProducts", key)).map(({ id }) => id);
  const own = await productsOf(caller);
  /** Undefined if no key of the organization is shown a product. */
  const sharesWithKeyOf = async (organization: string | undefined) => {
    for (const key of callers) {
      if (key === caller || key.kind !== "api-key" || key.organization !== organization) continue;
      const others = await productsOf(key);
      if (own.length > 0 && others.length > 0) return own.some((id) => others.includes(id));
    }
    return undefined;
  };
  return (await sharesWithKeyOf(caller.organization)) === false && (await sharesWithKeyOf(installed)) !== false;
}

type Named = Pick<Contradiction, "named" | "sources" | "organization">;

const organizationListEndpoint = "GET /v1/organizations";

/** The organization that a session's list names, if the list has only one. */
const byList = ({ kind }: Caller, ids: readonly string[]): Named => ({
  named: ids,
  sources: [organizationListEndpoint],
  organization: kind === "session" && ids.length === 1 ? ids[0] : undefined,
});

function byInstallation(installed: string, ids: readonly string[]): Named {
  const isListed = ids.includes(installed);
  return {
    named: [installed],
    sources: ["GET /v1/installations/me", ...(isListed ? [organizationListEndpoint] : [])],
    organization: isListed ? installed : undefined,
  };
}

/** The caller as reported. Expired and denied keys, which are not asked, follow the valid ones of their declared organization. */
function asReported(caller: Caller, found: readonly Contradiction[]): Caller {
  const contradiction = found.find((each) => each.caller === caller);
  if (contradiction !== undefined) {
    const { organization } = contradiction;
    return organization === undefined && caller.kind === "api-key" ? caller : belongingTo(organization, caller);
  }
  const isOrganizationCorrected = found.some(
    (each) => each.organization !== undefined && each.declared === caller.organization,
  );
  const followsCorrection =
    isOrganizationCorrected && (caller.kind === "expired" || (caller.kind === "api-key" && isDenied(caller)));
  return followsCorrection ? belongingTo(undefined, caller) : caller;
}

function belongingTo(organization: string | undefined, caller: Caller): Caller {
  if (caller.credential === undefined) return caller;
  const { org: _, ...credential } = caller.credential;
  return callerOf(credential, organization);
}

/**
 * One sentence for all credentials with the same declaration and the same contradiction. `isOneNamed`: the target names one organization
 * for all keys.
 */
function doubtsOf(
  found: readonly Contradiction[],
  credentials: Target["credentials"],
  isOneNamed: boolean,
): readonly string[] {
  const changeOf = ({ declared, named, sources, organization }: Contradiction) =>
    [declared, organization, ...named, ...sources].join(" ");
  const groups = new Map<string, Contradiction[]>();
  for (const each of found) groups.set(changeOf(each), [...(groups.get(changeOf(each)) ?? []), each]);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { declared, named, sources, organization } = first;
    const whose = listed(group.map(({ caller }) => nameOf(caller, credentials)));
    const isSwapped = found.some((other) => other.organization === declared && other.declared === organization);
    const orMixed = isOneNamed
      ? "Does the server show every key the same organization, or is `org` wrong?"
      : "Is `org` wrong, or does the server show another organization's data?";
    const question = isSwapped ? `Are ${declared} and ${organization} swapped?` : orMixed;
    const [are, treated] = group.length === 1 ? ["is", "it as a credential"] : ["are", "them as credentials"];
    const treatment = organization === undefined ? "" : ` This run treats ${treated} of ${organization}`;
    const names = `${listed(sources)} ${sources.length === 1 ? "names" : "name"} ${named.length > 3 ? `${named.length} others` : listed(named)}`;
    return [`${whose} ${are} declared to be of ${declared}, but ${names}. ${question}${treatment}`];
  });
}
