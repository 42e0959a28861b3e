/** Reads until the first refusal (§8): several at once while much is left and answers are slow, one by one at the end. */
import type { Clock } from "../../../clock.ts";
import type { RateLimit } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";

export interface FillOptions {
  readonly clock: Clock;
  readonly rateLimit: RateLimit;
  read(): Promise<Exchange>;
}

/** So many reads at once at most; and so many, one by one, at the end. */
const widest = 8;
const oneByOne = 6;
/** One answer in so many milliseconds is fast enough. */
const paceMs = 25;
/** So many reads that are neither served nor answered 429 end it. */
const mostFailures = 5;

/** Undefined once a read was answered 429; else why none was, in words. */
export async function fill({ clock, rateLimit, read }: FillOptions): Promise<string | undefined> {
  const windowMs = rateLimit.windowSeconds * 1000;
  const startedAt = clock.now();
  let served = 0;
  let failed = 0;
  let left = rateLimit.limit;
  let latency = 0;
  for (;;) {
    const answers = await Promise.all(Array.from({ length: width() }, read));
    if (answers.some(({ status }) => status === 429)) return undefined;
    for (const answer of answers) {
      if (answer.isSuccess) served += 1;
      else failed += 1;
      latency = answer.receivedAt - answer.sentAt;
    }
    left = Math.min(...answers.map((answer) => remainingOf(answer) ?? rateLimit.limit - served));
    const [answer] = answers;
    if (failed >= mostFailures) return `reads were answered ${answer?.status ?? 0} before a 429`;
    const elapsed = clock.now() - startedAt;
    if (served > 2 * rateLimit.limit + (rateLimit.limit / windowMs) * elapsed + 2)
      return `no 429 over ${served} reads in ${(elapsed / 1000).toFixed(1)} s`;
    if (elapsed > 2 * windowMs && served > rateLimit.limit) return tooSlow();
  }

  /** Where the limiter may refill as fast as single reads come, the last ones go out at once too. */
  function width(): number {
    const refill = (latency * rateLimit.limit) / windowMs;
    const wanted = Math.max(1, Math.min(widest, Math.ceil(latency / paceMs)));
    if (left > wanted + oneByOne) return wanted;
    return refill > 0.7 ? Math.min(widest, Math.ceil(left + refill + 2)) : 1;
  }

  function tooSlow(): string {
    const needed = (widest * windowMs) / rateLimit.limit;
    return `answers took ${Math.round(latency)} ms, and a limiter that refills is outrun only below ${Math.round(needed)} ms`;
  }
}
