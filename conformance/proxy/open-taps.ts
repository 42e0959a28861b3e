/**
 * The exchanges that have not ended. Not a `Set`: V8 keeps each table that a Set of short-lived entries has outgrown, and what it refers
 * to, until the next full garbage collection, which costs a sixth of the proxy's throughput.
 */
import type { Tap } from "./tap.ts";

export class OpenTaps {
  readonly #taps: (Tap | undefined)[] = [];
  readonly #free: number[] = [];
  #onEmpty: (() => void) | undefined;

  add(tap: Tap): void {
    tap.place = this.#free.pop() ?? this.#taps.length;
    this.#taps[tap.place] = tap;
  }

  /** Returns whether it was here. */
  delete(tap: Tap): boolean {
    if (this.#taps[tap.place] !== tap) return false;
    this.#taps[tap.place] = undefined;
    this.#free.push(tap.place);
    if (this.#isEmpty) this.#onEmpty?.();
    return true;
  }

  all(): readonly Tap[] {
    return this.#taps.filter((tap) => tap !== undefined);
  }

  async whenEmpty(): Promise<void> {
    if (!this.#isEmpty) await new Promise<void>((resolve) => (this.#onEmpty = resolve));
  }

  get #isEmpty(): boolean {
    return this.#free.length === this.#taps.length;
  }
}
