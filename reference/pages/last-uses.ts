/** When each API key was used last. */

import type { ServerContext } from "../http/server-context.ts";
import type { Caller } from "../store/caller.ts";
import { type ApiKeyRow, saveLastUse } from "../store/credentials.ts";

const minuteMs = 60_000;

/** Kept in memory, and stored once a minute for each key: no request waits for it. */
export class LastUses {
  readonly #server: ServerContext;
  /** By the key's id, in milliseconds since the epoch. */
  readonly #uses = new Map<string, { readonly at: number; readonly savedAt: number }>();

  constructor(server: ServerContext) {
    this.#server = server;
  }

  note(caller: Caller | undefined): void {
    if (caller?.kind !== "api-key") return;
    const { store, clock, report } = this.#server;
    const at = clock.now();
    const savedAt = this.#uses.get(caller.credentialId)?.savedAt ?? 0;
    const isDue = at - savedAt >= minuteMs;
    this.#uses.set(caller.credentialId, { at, savedAt: isDue ? at : savedAt });
    if (!isDue) return;
    try {
      saveLastUse(store, caller.credentialId, new Date(at).toISOString());
    } catch (error) {
      report(error);
    }
  }

  /** ISO 8601; null: never used. */
  of({ id, lastUsedAt }: ApiKeyRow): string | null {
    const use = this.#uses.get(id);
    return use === undefined ? lastUsedAt : new Date(use.at).toISOString();
  }
}
