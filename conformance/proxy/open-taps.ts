/**
 * The exchanges that have not ended. Not a `Set`: V8 keeps each table that a Set of short-lived entries has outgrown, and what it refers
 * to, until the next full garbage collection, which costs a sixth of the proxy's throughput.
 */
import type { Tap } from "./tap.ts";

interface Entry {
  readonly tap: Tap;
  readonly recording: Promise<void> | undefined;
}

export class OpenTaps {
  readonly #entries: (Entry | undefined)[] = [];
  readonly #free: number[] = [];

  /** `recording` resolves when the exchange was recorded. A tap is in one of these lists at a time. */
  add(tap: Tap, recording?: Promise<void>): void {
    tap.place = this.#free.pop() ?? this.#entries.length;
    this.#entries[tap.place] = { tap, recording };
  }

  /** Returns whether it was here. */
  delete(tap: Tap): boolean {
    if (this.#entries[tap.place]?.tap !== tap) return false;
    this.#entries[tap.place] = undefined;
    this.#free.push(tap.place);
    return true;
  }

  all(): readonly Entry[] {
    return this.#entries.filter((entry) => entry !== undefined);
  }
}
