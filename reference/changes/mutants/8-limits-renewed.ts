/** §8: the limit is per minute: faults of a window that each request begins anew. */
import type { Moment } from "../../limiters/bucket-algorithm.ts";
import { FixedWindow, type Window } from "../../limiters/fixed-window.ts";
import { replace } from "../seams.ts";
import { defineMutant, type Mutant } from "./mutant.ts";

/** The window lasts until nothing was counted for its length. */
class RenewedWindow extends FixedWindow {
  protected override readonly countsRejected: boolean;

  constructor({ countsRejected }: { readonly countsRejected: boolean }) {
    super();
    this.countsRejected = countsRejected;
  }

  protected override add(window: Window, { now }: Moment): Window {
    return { ...super.add(window), startsAt: now };
  }
}

export default [
  defineMutant({
    id: "window-renewed",
    clause: "limit.per-minute",
    fault: "The window ends a minute after the last request that was served, not after its first",
    change: replace("limiter", () => ({ createAlgorithm: () => new RenewedWindow({ countsRejected: false }) })),
  }),
  defineMutant({
    id: "window-renewed-by-each",
    clause: "limit.per-minute",
    fault: "The window ends a minute after the last request, also one that was rejected",
    change: replace("limiter", () => ({ createAlgorithm: () => new RenewedWindow({ countsRejected: true }) })),
  }),
] satisfies readonly Mutant[];
