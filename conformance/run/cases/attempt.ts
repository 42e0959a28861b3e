/** Runs one case: again if it failed, and after the window if it was answered 429. */

import type { CaseContext, SuiteCase } from "../../cases/case.ts";
import type { Caller } from "../../client/caller.ts";
import { type Client, Cut } from "../../client/client.ts";
import { Mismatch, Skip, Unanswered } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { answerOf } from "../../model/response-text.ts";
import { fails, unjudged, type Verdict } from "../../model/verdict.ts";
import { endedSession } from "./ended-session.ts";
import { ownLimit } from "./own-limit.ts";

/** How often a case is sent again after a 429, and after a lost connection. */
const maxRetries = { limited: 2, lost: 1 };

export type ContextFactory = (client: Client, fresh: boolean) => CaseContext;

/** Never throws: an error of the suite is `broken`. `onSent` is called with the index of each exchange. */
export async function attempt(
  suiteCase: SuiteCase,
  client: Client,
  contextOf: ContextFactory,
  onSent?: (index: number) => void,
): Promise<Verdict> {
  let failure: Mismatch | undefined;
  let limited = 0;
  let lost = 0;
  const callers: Caller[] = [];
  for (;;) {
    const sent: number[] = [];
    const recording: Client = {
      ...client,
      async send(outgoing) {
        callers.push(outgoing.caller);
        const exchange = await client.send(outgoing);
        sent.push(exchange.index);
        onSent?.(exchange.index);
        return exchange;
      },
    };
    try {
      const work = suiteCase.run(contextOf(recording, failure !== undefined));
      await (client.untilCut?.(work) ?? work);
      if (failure === undefined) return { verdict: "pass", exchanges: sent };
      return unsteady(failure, secondAnswer(failure, client.exchanges, sent));
    } catch (error) {
      if (error instanceof Mismatch) {
        const { expected, actual, exchanges } = error;
        const ended = await endedSession(exchanges.at(-1), callers, client);
        if (ended !== undefined) return unjudged("skip", ended, sent);
        if (failure !== undefined || (await isAfterUnreadBody(error, client)))
          return fails({ expected, actual, exchanges: indexesOf(error) });
        failure = error;
      } else if (error instanceof Skip) {
        if (failure === undefined)
          return {
            ...unjudged("skip", error.message, sent),
            ...(error.dependsOn.length === 0 ? {} : { dependsOn: error.dependsOn }),
          };
        return unsteady(failure, `it was skipped: ${error.message}`);
      } else if (error instanceof Cut) {
        return inconclusive(error.message, sent);
      } else if (error instanceof Unanswered) {
        if (error.exchange?.status === 429) {
          const ofOperation = await ownLimit(error.exchange, callers, client);
          // Once it may be chance: a window may end between two requests.
          if (ofOperation !== undefined && limited > 0) return unjudged("skip", ofOperation, [error.exchange.index]);
          limited += 1;
        } else lost += 1;
        if (limited > maxRetries.limited || lost > maxRetries.lost) {
          if (failure !== undefined) return unsteady(failure, error.message);
          return inconclusive(error.message, error.exchange === undefined ? sent : [error.exchange.index]);
        }
      } else {
        return unjudged("broken", suiteFault(error), sent);
      }
    }
  }
}

/** One of its exchanges was answered for a body that the server had left unread: that was seen twice already. */
async function isAfterUnreadBody({ exchanges }: Mismatch, client: Client): Promise<boolean> {
  for (const exchange of exchanges) if ((await client.examineConnection?.(exchange)) !== undefined) return true;
  return false;
}

const unsteady = (failure: Mismatch, secondTime: string) =>
  inconclusive(`unsteady: ${failure.message}; the second time ${secondTime}`, indexesOf(failure));

/** What was answered the second time: it need not be right, since a 501 refuses as well as a 400. */
function secondAnswer({ exchanges }: Mismatch, all: readonly Exchange[], sent: readonly number[]): string {
  const first = exchanges.at(-1);
  const second = all.findLast(
    ({ index, request, credential }) =>
      sent.includes(index) &&
      credential === first?.credential &&
      request.method === first.request.method &&
      request.url === first.request.url,
  );
  return second === undefined ? "it held" : `it was answered ${answerOf(second)}`;
}

const indexesOf = (mismatch: Mismatch) => mismatch.exchanges.map(({ index }) => index);

const inconclusive = (reason: string, exchanges: readonly number[]) => unjudged("inconclusive", reason, exchanges);

/** An error of the suite, with its place in the code, which helps to fix it. */
function suiteFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = error.stack?.split("\n")[1]?.trim() ?? "";
  return `a fault of the suite: ${error.message}${place === "" ? "" : ` (${place})`}`;
}
