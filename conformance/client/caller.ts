/** The sender of a request: a credential of the target, or one of the ways to have no valid one (§5.8). */
import type { CredentialKind } from "../model/exchange.ts";
import type { Credential } from "../target-file/target.ts";

export interface Caller {
  readonly kind: CredentialKind;
  /** Replaces the token in reports; empty without a credential. */
  readonly label: string;
  /** The value of the Authorization header; undefined if none is sent. */
  readonly authorization: string | undefined;
  /** The organization whose budget it uses. */
  readonly organization?: string;
  readonly credential?: Credential;
}

/** The caller that presents `credential` in the way of §5.1. */
export function callerOf(credential: Credential, organization: string | undefined): Caller {
  return {
    kind: credential.expired ? "expired" : credential.kind,
    label: credential.label,
    authorization: `Bearer ${credential.token}`,
    credential,
    ...(organization === undefined ? {} : { organization }),
  };
}

export const noCredentials: Caller = { kind: "none", label: "", authorization: undefined };

/** A caller with a token that no service has issued. */
export function unknownToken(token: string, label = "unknown"): Caller {
  return { kind: "unknown", label, authorization: `Bearer ${token}` };
}

/** A caller whose Authorization header has no bearer token. The header, which has no secret, is its label. */
export function malformed(authorization: string): Caller {
  return { kind: "malformed", label: authorization, authorization };
}

/** The target file declares operations that the caller may not call. */
export const isDenied = ({ credential }: Caller): boolean => (credential?.denied.length ?? 0) > 0;

/** An API key for which the target file declares no forbidden operation. */
export const isUnrestrictedKey = (caller: Caller): boolean => caller.kind === "api-key" && !isDenied(caller);
