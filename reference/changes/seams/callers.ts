/** Changes who is a caller, and which credentials the target file lists. */
import type { Parts } from "../../parts/parts.ts";
import type { Target } from "../../parts/target.ts";
import type { Caller } from "../../store/caller.ts";
import { findCredential } from "../../store/credentials.ts";
import type { Database } from "../../store/database.ts";
import { text } from "../../store/row.ts";
import { type Change, replace } from "./replace.ts";

/** Changes the credentials that the target file lists. */
export const listCredentials = (change: (credentials: Target["credentials"]) => Target["credentials"]): Change =>
  replace("targetFile", ({ contents }) => ({
    contents: (target) => {
      const { credentials, ...rest } = contents(target);
      return { ...rest, credentials: change(credentials) };
    },
  }));

/** Serves requests without valid credentials as those of the caller that `callerOf` returns. Undefined changes nothing. */
export const serveUnauthenticated = (
  callerOf: (...request: Parameters<Parts["credentials"]["unauthenticated"]>) => Caller | undefined,
): Change =>
  replace("credentials", ({ unauthenticated }) => ({
    unauthenticated: (...request) => callerOf(...request) ?? unauthenticated(...request),
  }));

/** The caller whose API key was stored first. */
export function firstCaller(store: Database): Caller | undefined {
  const row = store.first("SELECT hash FROM apiKeys ORDER BY createdAt, rowid");
  return row === undefined ? undefined : findCredential(store, text(row, "hash"))?.caller;
}

/** A function that is true of every key of an organization except the first that it was called with. One for each server. */
export function laterKeys(): (caller: Caller) => boolean {
  const firstKeys = new Map<string, string>();
  return ({ kind, orgId, credentialId }) => {
    if (kind !== "api-key") return false;
    if (!firstKeys.has(orgId)) firstKeys.set(orgId, credentialId);
    return firstKeys.get(orgId) !== credentialId;
  };
}
