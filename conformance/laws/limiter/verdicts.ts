/** What the limiter's laws have in common: over each organization's history, the worst of all verdicts. */
import type { RateLimit } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { notApplicable, type Verdict } from "../../model/verdict.ts";
import { type History, historiesOf } from "./history.ts";

/** A failure before an open question before a pass; `not-applicable` where nothing was judged. */
export function worst(verdicts: readonly Verdict[]): Verdict {
  return (
    verdicts.find(({ verdict }) => verdict === "fail") ??
    verdicts.find(({ verdict }) => verdict === "inconclusive") ??
    verdicts.find(({ verdict }) => verdict === "pass") ??
    notApplicable
  );
}

/** Judges each organization by itself. */
export function forEachHistory(judge: (history: History) => Verdict) {
  return (exchanges: readonly Exchange[], { rateLimit }: { readonly rateLimit: RateLimit | null }): Verdict =>
    rateLimit === null ? notApplicable : worst(historiesOf(exchanges, rateLimit).map(judge));
}

export const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
