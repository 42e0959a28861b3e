/** Which of the target's credentials has which role in a scenario. */

import type { Caller } from "../../conformance/client/caller.ts";
import type { Credential } from "../../conformance/target-file/target.ts";
import { type Role, roleNames } from "../in-k6/environment.ts";
import type { Scenario } from "./scenario.ts";

export type Roles = Readonly<Partial<Record<Role, Caller>>>;

/**
 * `KEY_A`: the first key of the organization with most keys · `KEY_A2`: its second · `SESSION_A`: a session in it · `EXPIRED_A`: an
 * expired key of it · `DENIED_A`: a key of it that may not list features · `KEY_B`: the first key of another organization. Callers
 * without `denied` operations come first. Keys whose organization is not known count as neither the same nor another one.
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

const descriptions: Readonly<Record<Role, string>> = {
  KEY_A: "an API key",
  KEY_A2: "a second API key of the same organization (org)",
  SESSION_A: "a session of the same organization (kind session, and org)",
  KEY_B: "an API key of another organization, with the org of both",
  EXPIRED_A: "an expired API key of the same organization (expired, and org)",
  DENIED_A: "an API key of the same organization that may not list features (denied: listFeatures, and org)",
};

/** The credentials without which the scenario cannot run, and which the target lacks. */
const missingRoles = ({ plan }: Scenario, roles: Roles): readonly Role[] =>
  (plan?.requiredRoles ?? ["KEY_A"]).filter((role) => roles[role] === undefined);

/** A sentence that says which credentials to add so that the scenario can run; undefined if none is missing. */
export function missingRolesHint(scenario: Scenario, roles: Roles): string | undefined {
  const missing = missingRoles(scenario, roles);
  if (missing.length === 0) return undefined;
  const what = missing.map((role) => descriptions[role]).join(" and ");
  return `${scenario.name} needs ${what}: add it to the credentials of the target file (fpk init writes one)`;
}

/** Describes the credentials with which the scenario would judge more. */
export function missingOptionalRoles({ plan }: Scenario, roles: Roles): readonly string[] {
  return (plan?.optionalRoles ?? []).filter((role) => roles[role] === undefined).map((role) => descriptions[role]);
}

/** A script names credentials by their roles, and the user knows them by the labels that `fpk check` prints. */
export const withLabels = (text: string, roles: Roles): string =>
  text.replace(
    namedRole,
    (name) => roleNames.flatMap((role) => (role === name ? (roles[role]?.label ?? []) : []))[0] ?? name,
  );

const namedRole = new RegExp(`\\b(?:${roleNames.join("|")})\\b`, "g");
