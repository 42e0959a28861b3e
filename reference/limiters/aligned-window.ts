import { FixedWindow } from "./fixed-window.ts";

/** Windows that are aligned to the clock: with 60 s, each full minute. */
export class AlignedWindow extends FixedWindow {
  protected override startOf(now: number, windowMs: number): number {
    return Math.floor(now / windowMs) * windowMs;
  }
}
