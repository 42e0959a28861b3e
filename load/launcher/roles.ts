/** Assigns the roles of a scenario to the target's credentials. */
import { plural } from "../../cli/plural.ts";
import type { Caller } from "../../conformance/client/caller.ts";
import { listed } from "../../conformance/model/in-words.ts";
import { shellVariableOf } from "../../conformance/model/shell-variable.ts";
import type { Credential } from "../../conformance/target-file/target.ts";
import { type Role, roleNames } from "../in-k6/environment.ts";
import type { Scenario } from "./scenario.ts";

export type Roles = Readonly<Partial<Record<Role, Caller>>>;

/**
 * `KEY_A` is the first key of the organization with the most keys, `KEY_A2` the second, and `KEY_B` the first key of another
 * organization; `in-k6/environment.ts` explains the other roles. Callers without `denied` operations are preferred. A credential
 * whose organization is not known can only be `KEY_A`.
 */
export function assignRoles(callers: readonly Caller[]): Roles {
  const isRestricted = ({ credential }: Caller) => credential?.denied.length !== 0;
  const usable = callers.toSorted((a, b) => Number(isRestricted(a)) - Number(isRestricted(b)));
  const keys = usable.filter(({ kind }) => kind === "api-key");
  const keysBeside = (caller: Caller) => keys.filter((key) => key !== caller && isSameOrganization(key, caller));
  const [primary] = keys.toSorted((a, b) => keysBeside(b).length - keysBeside(a).length);
  if (primary === undefined) return {};
  const [second] = keysBeside(primary);
  const ofPrimary = usable.filter((caller) => isSameOrganization(caller, primary));
  const session = ofPrimary.find(({ kind }) => kind === "session");
  const expired = ofPrimary.find(({ kind, credential }) => kind === "expired" && credential?.kind === "api-key");
  const denied = ofPrimary.find(({ kind, credential }) => kind === "api-key" && isDeniedFeatures(credential));
  const other = keys.find((key) => isOtherOrganization(key, primary));
  return {
    KEY_A: primary,
    ...(second === undefined ? {} : { KEY_A2: second }),
    ...(session === undefined ? {} : { SESSION_A: session }),
    ...(other === undefined ? {} : { KEY_B: other }),
    ...(expired === undefined ? {} : { EXPIRED_A: expired }),
    ...(denied === undefined ? {} : { DENIED_A: denied }),
  };
}

const isDeniedFeatures = (credential: Credential | undefined) => credential?.denied.includes("listFeatures") === true;

const isSameOrganization = (a: Caller, b: Caller) => a.organization !== undefined && a.organization === b.organization;

const isOtherOrganization = (a: Caller, b: Caller) =>
  a.organization !== undefined && b.organization !== undefined && a.organization !== b.organization;

/** A note of a scenario that compares organizations; undefined if it uses a key of every organization. */
export function unusedOrganizationsNote(callers: readonly Caller[], roles: Roles): string | undefined {
  const used = new Set(Object.values(roles).map(({ organization }) => organization));
  const unused = callers.filter(
    ({ kind, organization }) => kind === "api-key" && organization !== undefined && !used.has(organization),
  );
  const count = new Set(unused.map(({ organization }) => organization)).size;
  if (count === 0) return undefined;
  const named = (all: readonly Caller[]) => listed(all.map(({ label }) => `$${label}`));
  const keys = [roles.KEY_A, roles.KEY_A2, roles.KEY_B].filter((caller) => caller !== undefined);
  return `the requests were sent with ${named(keys)} only; of ${plural(count, "other organization")} (${named(unused)}) nothing was compared`;
}

const descriptions: Readonly<Record<Role, string>> = {
  KEY_A: "an API key",
  KEY_A2: "a second API key of the same organization (org)",
  SESSION_A: "a session of the same organization (kind session, and org)",
  KEY_B: "an API key of another organization, with the org of both",
  EXPIRED_A: "an expired API key of the same organization (expired, and org)",
  DENIED_A: "an API key of the same organization that may not list features (denied: listFeatures, and org)",
};

/** Describes those of `wanted` for which the target has no credential. */
const describeMissing = (wanted: readonly Role[], roles: Roles) =>
  wanted.filter((role) => roles[role] === undefined).map((role) => descriptions[role]);

/** A sentence that says which credentials to add so that the scenario can run; undefined if none is missing. */
export function missingRolesHint({ name, plan }: Scenario, roles: Roles): string | undefined {
  const missing = describeMissing(plan?.requiredRoles ?? ["KEY_A"], roles).join(" and ");
  if (missing === "") return undefined;
  return `${name} needs ${missing}: add it to the credentials of the target file (fpk init writes one)`;
}

/** Describes the credentials with which the scenario would judge more. */
export const missingOptionalRoles = ({ plan }: Scenario, roles: Roles) =>
  describeMissing(plan?.optionalRoles ?? [], roles);

/** Replaces the names of roles by the labels that `fpk check` prints for the credentials. */
export const withLabels = (text: string, roles: Roles): string =>
  text.replace(anyRoleName, (name) => roles[name as Role]?.label ?? name);

/** Replaces `KEY_A` in a token for a shell, such as `${KEY_A:0:20}fpk0`, by the variable of its label. */
export const withVariables = (inShell: string, { KEY_A }: Roles): string =>
  KEY_A === undefined ? inShell : inShell.replaceAll("${KEY_A:", `\${${shellVariableOf(KEY_A.label)}:`);

const anyRoleName = new RegExp(`\\b(?:${roleNames.join("|")})\\b`, "g");
