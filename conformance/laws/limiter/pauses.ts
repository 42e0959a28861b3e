/** What an organization has left after it has sent nothing for a window (§8). */
import type { Exchange } from "../../model/exchange.ts";
import { oncePerHistory } from "./once-per-history.ts";
import { maxUsed } from "./usage-upper-bound.ts";

/** The last exchange before a pause of a window or more, and the first one after it. */
interface Pause {
  readonly before: Exchange;
  readonly after: Exchange;
  /** `X-RateLimit-Remaining` after the pause. */
  readonly remaining: number;
  /** The most requests that may still be counted then. */
  readonly used: number;
  /** The least that a legal limiter reports then: the limit, less these. */
  readonly min: number;
}

/** The pauses after which something must remain. */
export const pausesOf = oncePerHistory((history): readonly Pause[] =>
  history.reported.flatMap(({ exchange: after, position, remaining }) => {
    const before = history.exchanges[position - 1];
    if (before === undefined || after.sentAt - before.receivedAt < history.windowMs) return [];
    const used = maxUsed(history, after);
    return used >= history.limit ? [] : [{ before, after, remaining, used, min: Math.floor(history.limit - used) - 1 }];
  }),
);
