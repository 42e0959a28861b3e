/** A server that is overloaded answers 503 with Retry-After, and has done nothing (RFC 9110, 15.6.4): the same is sent again a little later. */
import type { Clock } from "../../clock.ts";
import type { Exchange } from "../model/exchange.ts";

/** The longest that a run waits for one request, and for all of them. */
const maxWaitMs = 5_000;
const maxTotalMs = 30_000;

export class Overload {
  #leftMs = maxTotalMs;

  /** Milliseconds until the request of `overloaded` may be sent again; undefined if that takes too long or the header does not say how long. */
  waitMs(overloaded: Exchange, clock: Clock): number | undefined {
    const waitMs = retryAfterMs(overloaded.header("retry-after") ?? "", clock.now());
    if (Number.isNaN(waitMs) || waitMs > Math.min(maxWaitMs, this.#leftMs)) return undefined;
    this.#leftMs -= waitMs;
    return waitMs;
  }
}

/** Seconds, or a date; NaN where it is neither. */
const retryAfterMs = (value: string, now: number) =>
  /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Math.max(0, Date.parse(value) - now);
