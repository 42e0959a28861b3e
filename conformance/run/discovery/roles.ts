/** Which credential of the target has which role (`key`, `second-key`, `session`, …), and what to add if none has. */
import type { Role } from "../../cases/case.ts";
import { type Caller, isDenied, isUnrestrictedKey } from "../../client/caller.ts";
import type { Needs } from "../../model/check.ts";

/** The credentials that the target serves. */
export interface Cast {
  readonly callers: readonly Caller[];
  /** The key that most cases use: of an organization with products, if there is one. */
  readonly primaryKey: Caller | undefined;
  /** Declared as valid, but answered 401. They have no role. */
  readonly rejected?: readonly Caller[] | undefined;
}

/** For each role, what the target file lacks if no credential has it. */
export const missingRoleHint: Readonly<Record<Role, string>> = {
  key: "an API key",
  "second-key": "a second API key of one organization",
  session: "a session token (kind: session)",
  expired: "an expired API key (expired: true)",
  denied: "a caller that is not permitted an operation (denied: [...])",
  "other-organization": "an API key of a second organization",
};

/** The keys of the primary key's organization that may call every operation, without itself. */
export const secondKeys = ({ callers, primaryKey }: Cast): readonly Caller[] =>
  callers
    .filter(isUnrestrictedKey)
    .filter((key) => key.organization !== undefined && key.organization === primaryKey?.organization)
    .filter((key) => key !== primaryKey);

/** The sessions without that of the role `session`. */
export const otherSessions = (cast: Cast): readonly Caller[] =>
  cast.callers.filter((caller) => caller.kind === "session" && caller !== callerInRole(cast, "session"));

/** The caller with this role, if there is one. */
export function callerInRole(cast: Cast, role: Role): Caller | undefined {
  const { callers, primaryKey } = cast;
  const keys = callers.filter(isUnrestrictedKey);
  switch (role) {
    case "key":
      return primaryKey;
    case "second-key":
      return secondKeys(cast)[0];
    case "session": {
      const sessions = callers.filter(({ kind }) => kind === "session");
      return sessions.find((session) => !isDenied(session)) ?? sessions[0];
    }
    case "expired":
      return callers.find(({ kind }) => kind === "expired");
    case "denied":
      return callers.find((caller) => caller.kind !== "expired" && isDenied(caller));
    case "other-organization":
      return keys.find((key) => key.organization !== undefined && key.organization !== primaryKey?.organization);
  }
}

export const leftOutByReadOnly = "needs POST or PUT, which --read-only leaves out: run without it";

/** Why a case cannot be run on this target, or undefined. */
export function unmetNeed(cast: Cast, needs: Needs | undefined, readOnly: boolean): string | undefined {
  if (needs?.writes && readOnly) return leftOutByReadOnly;
  const role = needs?.credential;
  if (role !== undefined && callerInRole(cast, role) === undefined) return missingRole(cast, role);
  return undefined;
}

/** The reason of a skip: `needs a second API key of one organization: add one to the target file (…)`. */
export function missingRole(cast: Cast, role: Role): string {
  const advice = remedy(cast, role);
  const keys = cast.callers.filter((caller) => caller.kind === "api-key");
  const maybeMisdeclared = role === "other-organization" && advice === addOne && keys.length > 1;
  return `needs ${missingRoleHint[role]}: ${maybeMisdeclared ? `${labelsOf(keys)} are declared as of one organization; if that is wrong, correct org in the target file, else add one` : advice}`;
}

/** The remedy if nothing in the target file is wrong. */
export const addOne = "add one to the target file (fpk init writes it)";

/** What the user changes in the target file, so that a credential has the role. */
export function remedy({ callers, primaryKey, rejected = [] }: Cast, role: Role): string {
  const isAboutKeys = role === "second-key" || role === "other-organization";
  const organization = primaryKey?.organization;
  /** The rejected caller would have the role, as far as the target file says. */
  const mayHaveRole = (caller: Caller) => {
    if (role === "expired") return false;
    if (role === "denied") return isDenied(caller);
    const org = isAboutKeys ? caller.credential?.org : undefined;
    const isOfOrganization =
      org === undefined || organization === undefined || (org === organization) === (role === "second-key");
    return caller.kind === (role === "session" ? "session" : "api-key") && isOfOrganization;
  };
  const notServed = rejected.filter((caller) => mayHaveRole(caller) || callers.length === 0);
  if (notServed.length > 0)
    return `${labelsOf(notServed)} ${notServed.length === 1 ? "was answered 401; correct its token" : "were answered 401; correct their tokens"}`;
  const keys = callers.filter((caller) => caller.kind === "api-key");
  return isAboutKeys && keys.length > 1 ? remedyForKeys(keys, role, organization) : addOne;
}

/** For a role that none of several keys has. `own`: the organization of the primary key. */
function remedyForKeys(
  keys: readonly Caller[],
  role: "second-key" | "other-organization",
  own: string | undefined,
): string {
  const unknown = keys.filter(({ organization }) => organization === undefined);
  if (unknown.length > 0)
    return `the organization of ${labelsOf(unknown)} is not known; set its org in the target file`;
  const denied = keys.filter((key) => isDenied(key) && (key.organization === own) === (role === "second-key"));
  if (denied.length > 0)
    return `${labelsOf(denied)} ${denied.length === 1 ? "is" : "are"} denied operations; add one that is not to the target file`;
  // The server may be wrong: it may confuse organizations.
  const undeclared = keys.filter(({ credential }) => credential?.org === undefined);
  if (role === "second-key" || undeclared.length === 0) return addOne;
  return `${labelsOf(keys)} are of one organization, as the server says; if that is wrong, set org of ${labelsOf(undeclared)} in the target file, else add one`;
}

const labelsOf = (callers: readonly Caller[]) => callers.map(({ label }) => label).join(", ");
