/** A 503 with Retry-After: the request was not processed (RFC 9110, 15.6.4). It is sent again a little later. */
import type { Clock } from "../../clock.ts";
import type { Exchange } from "../model/exchange.ts";

/** How long a run waits for one request, and for all requests together, at most. */
const maxWaitMs = 5_000;
const maxTotalMs = 30_000;

export class Overload {
  #leftMs = maxTotalMs;

  /** Milliseconds until the request may be sent again; undefined if that is too long, or the header does not say it. */
  waitMs(overloaded: Exchange, clock: Clock): number | undefined {
    const waitMs = retryAfterMs(overloaded.header("retry-after") ?? "", clock.now());
    if (Number.isNaN(waitMs) || waitMs > Math.min(maxWaitMs, this.#leftMs)) return undefined;
    this.#leftMs -= waitMs;
    return waitMs;
  }
}

/** From seconds or a date; NaN if it is neither. */
const retryAfterMs = (value: string, now: number) =>
  /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Math.max(0, Date.parse(value) - now);
