/** Runs one case: again where it failed (DESIGN §6), and after the window where it was answered 429. */

import type { CaseContext, SuiteCase } from "../cases/case.ts";
import { type Client, Cut } from "../client/client.ts";
import { Mismatch, Skip, Unanswered, type Verdict } from "../model/check.ts";

export interface Outcome {
  readonly verdict: Verdict;
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
  /** Indexes of the exchanges that prove it; for a pass all that were sent. */
  readonly exchanges: readonly number[];
  /** Index of the one whose answer is `actual`; the last of `exchanges` by default. */
  readonly shown?: number;
}

/** How often a case is sent again after a 429, and after a lost connection. */
const mostRetries = { limited: 2, lost: 1 };

export type ContextFactory = (client: Client, fresh: boolean) => CaseContext;

/** Never throws: what is not the target's doing is `broken`. */
export async function attempt(one: SuiteCase, client: Client, contextOf: ContextFactory): Promise<Outcome> {
  let failure: Mismatch | undefined;
  let limited = 0;
  let lost = 0;
  for (;;) {
    const sent: number[] = [];
    const recording: Client = {
      ...client,
      async send(outgoing) {
        const exchange = await client.send(outgoing);
        sent.push(exchange.index);
        return exchange;
      },
    };
    try {
      const work = one.run(contextOf(recording, failure !== undefined));
      await (client.untilCut?.(work) ?? work);
      if (failure === undefined) return { verdict: "pass", message: "", exchanges: sent };
      return inconclusive(`unsteady: ${failure.message}; the second time it held`, indexesOf(failure));
    } catch (error) {
      if (error instanceof Mismatch) {
        if (failure !== undefined) return failed(error);
        failure = error;
      } else if (error instanceof Skip) {
        if (failure === undefined) return { verdict: "skip", message: `needs ${error.message}`, exchanges: sent };
        return inconclusive(
          `unsteady: ${failure.message}; the second time it needed ${error.message}`,
          indexesOf(failure),
        );
      } else if (error instanceof Cut) {
        return inconclusive(error.message, sent);
      } else if (error instanceof Unanswered) {
        const isLimited = error.exchange?.status === 429;
        if (isLimited) limited += 1;
        else lost += 1;
        if (limited > mostRetries.limited || lost > mostRetries.lost) {
          return inconclusive(error.message, error.exchange === undefined ? sent : [error.exchange.index]);
        }
      } else {
        return { verdict: "broken", message: wordsOf(error), exchanges: sent };
      }
    }
  }
}

function failed(mismatch: Mismatch): Outcome {
  const { expected, actual } = mismatch;
  return { verdict: "fail", message: mismatch.message, expected, actual, exchanges: indexesOf(mismatch) };
}

const indexesOf = (mismatch: Mismatch) => mismatch.exchanges.map(({ index }) => index);

function inconclusive(message: string, exchanges: readonly number[]): Outcome {
  return { verdict: "inconclusive", message, exchanges };
}

/** Our own fault: its place is what helps to mend it. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = error.stack?.split("\n")[1]?.trim() ?? "";
  return `a fault of the suite: ${error.message}${place === "" ? "" : ` (${place})`}`;
}
