/** Who a request comes from, and what they may do (§5). */
import { hash } from "node:crypto";
import type { OperationId } from "../../spec/contract.ts";
import type { Caller, Role } from "../store/caller.ts";
import type { CredentialRow } from "../store/credentials.ts";
import { findCredential } from "../store/credentials.ts";
import type { Database } from "../store/database.ts";
import { findRole } from "../store/members.ts";
import { HttpError } from "./http-error.ts";
import type { RequestContext } from "./request-context.ts";

export interface Credentials {
  /** The bearer token of an Authorization header (§5.1); undefined if there is none. */
  tokenOf(header: string | undefined): string | undefined;
  /** The hash of a token, which is stored in place of it (§5.4). */
  hash(token: string): string;
  /** The stored key or session of a token. */
  lookUp(store: Database, token: string): CredentialRow | undefined;
  /** Whether a key or session has passed its expiry date (§5.3). `now` in milliseconds since the epoch. */
  isExpired(credential: CredentialRow, now: number, operation?: OperationId): boolean;
  /** The caller for an unknown token; undefined to reject the token. */
  callerOfUnknownToken(store: Database, token: string): Caller | undefined;
  /** The caller for a request without valid credentials. Throws the `HttpError` to answer (§5.8) if there is none. */
  unauthenticated(store: Database, call: RequestContext, header: string | undefined): Caller;
  /** The caller's role in the organization of the path if the caller is a member of it, else the role of the credential. */
  roleFor(store: Database, caller: Caller, params: Readonly<Record<string, string>>): Role;
  /** Whether a role may call an operation (§5.7 does not show which may). */
  permits(role: Role, operation: OperationId, caller: Caller): boolean;
}

/** The operations that only some roles may call. All roles may call the others. */
const permitted: Readonly<Partial<Record<OperationId, readonly Role[]>>> = {
  listFeatures: ["owner", "admin", "member"],
  inviteMember: ["owner", "admin"],
};

export const credentials: Credentials = {
  tokenOf: (header) => /^bearer +([\w.~+/-]+=*) *$/i.exec(header ?? "")?.[1],
  hash: (token) => hash("sha256", token),
  lookUp(store, token) {
    return findCredential(store, this.hash(token));
  },
  isExpired: ({ expiresAt }, now) => expiresAt !== null && now > Date.parse(expiresAt),
  callerOfUnknownToken: () => undefined,
  unauthenticated() {
    throw new HttpError("unauthenticated", "A valid bearer token is needed.", [], { "WWW-Authenticate": "Bearer" });
  },
  roleFor: (store, caller, { orgId }) =>
    (orgId === undefined ? undefined : findRole(store, orgId, caller.userId)) ?? caller.role,
  permits: (role, operation) => permitted[operation]?.includes(role) ?? true,
};

/** The caller of a request. */
interface Identity {
  /** Undefined without valid credentials. */
  readonly caller: Caller | undefined;
  /** The caller of expired credentials. */
  readonly expired: Caller | undefined;
}

/** Finds the caller of a request. Never throws. */
export function identify(
  parts: Credentials,
  store: Database,
  now: number,
  header: string | undefined,
  operation?: OperationId,
): Identity {
  const token = parts.tokenOf(header);
  if (token === undefined) return { caller: undefined, expired: undefined };
  const credential = parts.lookUp(store, token);
  if (credential === undefined) return { caller: parts.callerOfUnknownToken(store, token), expired: undefined };
  const { caller } = credential;
  return parts.isExpired(credential, now, operation)
    ? { caller: undefined, expired: caller }
    : { caller, expired: undefined };
}
