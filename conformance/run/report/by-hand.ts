/** The command that shows a failure without this suite, for a person to paste into a shell. */
import { laws } from "../../laws/index.ts";
import { type Check, rateLimitOf } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { rateLimitsOf } from "../../target-file/rate-limits.ts";
import type { Target } from "../../target-file/target.ts";
import { curlOf, curlRepeated } from "./curl.ts";

interface Failure {
  /** The exchange whose answer is reported. */
  readonly shown: Exchange;
  /** The write after which the answer is wrong. */
  readonly write: Exchange | undefined;
  /** The indexes of all exchanges that show it. */
  readonly proof: readonly number[];
}

interface OfRun {
  readonly target: Pick<Target, "credentials" | "rateLimit" | "isTierAssumed">;
  readonly exchanges: readonly Exchange[];
}

/** More requests than this are not sent by a loop of curl. */
const maxRepeated = 1000;

/** One request shows nothing of the rate limit (§8), so the commands use it up first. Undefined where no such command helps. */
export function byHand({ id }: Check, { shown, write, proof }: Failure, run: OfRun): string | undefined {
  const isOfLimiter = id.startsWith("limit.") && !laws.some((law) => law.id === id);
  if (!isOfLimiter) return [write ?? [], shown].flat().map(curlOf).join("; ");
  const rateLimits = rateLimitsOf(run.target, run.exchanges);
  const proofs = run.exchanges.filter(({ index }) => proof.includes(index));
  const using = proofs.find(({ request, kind }) => request.method === "GET" && kind === "api-key");
  const { limit } = (using && rateLimits && rateLimitOf(rateLimits, using.credential)) ?? {};
  if (using === undefined || limit === undefined || limit > maxRepeated) return undefined;
  // The second key, for example: it shows whether the limit is used up for it, too.
  const other = [shown, ...proofs].find(
    ({ credential, request }) => credential !== using.credential || request.url !== using.request.url,
  );
  return `${curlRepeated(using, limit + 1)}${other === undefined ? "" : `; ${curlOf(other)}`}`;
}
