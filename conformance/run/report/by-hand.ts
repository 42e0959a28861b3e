/** The command that repeats a failure without this suite, for a person to paste into a shell. */
import { laws } from "../../laws/index.ts";
import { recovers } from "../../laws/limiter/recovers.ts";
import { remainingFalls } from "../../laws/limiter/remaining-falls.ts";
import type { Check } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { type RateLimit, rateLimitOf, recoveryMs } from "../../model/rate-limit.ts";
import { rateLimitsOf } from "../../target-file/rate-limits.ts";
import type { Target } from "../../target-file/target.ts";
import { curlInParallel, curlOf, curlRepeated } from "./curl.ts";

interface Failure {
  /** The exchange whose response the report shows. */
  readonly shown: Exchange;
  /** The write after which the response is wrong. */
  readonly write: Exchange | undefined;
  /** The indexes of all exchanges that prove the failure. */
  readonly proof: readonly number[];
}

interface OfRun {
  readonly target: Pick<Target, "credentials" | "rateLimit" | "isTierAssumed">;
  readonly exchanges: readonly Exchange[];
}

/** A loop of curl sends at most this many requests. */
const maxRepeated = 1000;

/** For the rate limit (§8), the command first uses the limit up. Undefined if no such command helps. */
export function byHand({ id }: Check, { shown, write, proof }: Failure, run: OfRun): string | undefined {
  const isOfLimiter = id.startsWith("limit.") && !laws.some((law) => law.id === id);
  if (!isOfLimiter) return [write ?? [], shown].flat().map(curlOf).join("; ");
  const rateLimits = rateLimitsOf(run.target, run.exchanges);
  const proofs = run.exchanges.filter(({ index }) => proof.includes(index));
  const using = proofs.find(({ request, kind }) => request.method === "GET" && kind === "api-key");
  const rateLimit = using && rateLimits && rateLimitOf(rateLimits, using.credential);
  if (!using || !rateLimit || rateLimit.limit > maxRepeated) return undefined;
  const { limit } = rateLimit;
  if (id === recovers.id) return afterPause(using, rateLimit);
  if (id === remainingFalls.id) return fallingRemaining(using, proofs, rateLimit, run.exchanges);
  // For example the second key: the limit must be used up for it, too.
  const other = [shown, ...proofs].find(
    ({ credential, request }) => credential !== using.credential || request.url !== using.request.url,
  );
  return `${curlRepeated(using, limit + 1)}${other === undefined ? "" : `; ${curlOf(other)}`}`;
}

/** Uses the limit up, and sends a request again after a window. */
const afterPause = (using: Exchange, rateLimit: RateLimit) =>
  `${curlRepeated(using, rateLimit.limit + 1)}; sleep ${Math.ceil(recoveryMs(rateLimit) / 1000)}; ${curlOf(using)}`;

/** Sends requests like those of the proof: concurrently, with a pause, over some time, or one right after the other. */
function fallingRemaining(
  using: Exchange,
  proofs: readonly Exchange[],
  rateLimit: RateLimit,
  exchanges: readonly Exchange[],
): string {
  const { limit, windowSeconds } = rateLimit;
  const from = Math.min(...proofs.map(({ sentAt }) => sentAt));
  const to = Math.max(...proofs.map(({ receivedAt }) => receivedAt));
  const sent = exchanges
    .filter((each) => each.credential === using.credential && each.sentAt >= from && each.receivedAt <= to)
    .sort((a, b) => a.sentAt - b.sentAt);
  const gaps = sent.slice(1).map((each, at) => each.sentAt - (sent[at]?.receivedAt ?? each.sentAt));
  if (gaps.some((gap) => gap < 0)) return curlInParallel(using, limit + 1);
  if (gaps.some((gap) => gap >= windowSeconds * 1000)) return afterPause(using, rateLimit);
  const span = (to - from) / 1000;
  // A loop without a pause is enough for what shows in so small a part of a window.
  if (span < windowSeconds / 12) return curlRepeated(using, limit + 1);
  const pause = Math.ceil((2 * span) / limit);
  return curlRepeated(using, Math.ceil((2 * span) / pause), pause);
}
