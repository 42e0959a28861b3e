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

interface AttemptOptions {
  /** Called with the index of each exchange. */
  readonly onSent?: (index: number) => void;
  /** The case only serves what others look at: nobody is told its verdict, so a failure need not be confirmed. */
  readonly isOnlySent?: boolean;
}

/** What the attempts at a case have shown so far. */
interface SoFar extends Pick<AttemptOptions, "isOnlySent"> {
  readonly client: Client;
  readonly callers: Caller[];
  /** How often it was answered 429, and how often not at all. */
  limited: number;
  lost: number;
  /** How it failed the first time. */
  failure: Mismatch | undefined;
}

/** Never throws: an error of the suite is `broken`. */
export async function attempt(
  suiteCase: SuiteCase,
  client: Client,
  contextOf: ContextFactory,
  { onSent, isOnlySent = false }: AttemptOptions = {},
): Promise<Verdict> {
  const soFar: SoFar = { client, isOnlySent, callers: [], limited: 0, lost: 0, failure: undefined };
  for (;;) {
    const sent: number[] = [];
    const send: Client["send"] = async (outgoing) => {
      soFar.callers.push(outgoing.caller);
      const exchange = await client.send(outgoing);
      sent.push(exchange.index);
      onSent?.(exchange.index);
      return exchange;
    };
    try {
      const work = suiteCase.run(contextOf({ ...client, send }, soFar.failure !== undefined));
      await client.untilCut(work);
      if (soFar.failure === undefined) return { verdict: "pass", exchanges: sent };
      return unsteady(soFar.failure, secondAnswer(soFar.failure, client.exchanges, sent));
    } catch (error) {
      const verdict = await verdictAfter(error, soFar, sent);
      if (verdict !== undefined) return verdict;
    }
  }
}

/** Undefined where the case is to be run again. */
async function verdictAfter(error: unknown, soFar: SoFar, sent: readonly number[]): Promise<Verdict | undefined> {
  if (error instanceof Mismatch) return afterMismatch(error, soFar, sent);
  if (error instanceof Skip) return afterSkip(error, soFar, sent);
  if (error instanceof Cut) return unjudged("inconclusive", error.message, sent);
  if (error instanceof Unanswered) return afterUnanswered(error, soFar, sent);
  return unjudged("broken", suiteFault(error), sent);
}

async function afterMismatch(mismatch: Mismatch, soFar: SoFar, sent: readonly number[]) {
  const { expected, actual, exchanges } = mismatch;
  const { client, callers, failure, isOnlySent } = soFar;
  const ended = await endedSession(exchanges.at(-1), callers, client);
  if (ended !== undefined) return unjudged("skip", ended, sent);
  const isConfirmed = failure !== undefined || isOnlySent || (await isAfterUnreadBody(mismatch, client));
  if (isConfirmed) return fails({ expected, actual, exchanges: indexesOf(mismatch) });
  soFar.failure = mismatch;
  return undefined;
}

function afterSkip({ message, dependsOn }: Skip, { failure }: SoFar, sent: readonly number[]): Verdict {
  if (failure !== undefined) return unsteady(failure, `it was skipped: ${message}`);
  return { ...unjudged("skip", message, sent), ...(dependsOn.length === 0 ? {} : { dependsOn }) };
}

async function afterUnanswered({ exchange, message }: Unanswered, soFar: SoFar, sent: readonly number[]) {
  const proof = exchange === undefined ? sent : [exchange.index];
  if (exchange?.status === 429) {
    const ofOperation = await ownLimit(exchange, soFar.callers, soFar.client);
    // Once it may be chance: a window may end between two requests.
    if (ofOperation !== undefined && soFar.limited > 0) return unjudged("skip", ofOperation, proof);
    soFar.limited += 1;
  } else soFar.lost += 1;
  if (soFar.limited <= maxRetries.limited && soFar.lost <= maxRetries.lost) return undefined;
  return soFar.failure === undefined ? unjudged("inconclusive", message, proof) : unsteady(soFar.failure, message);
}

/** One of its exchanges was answered for a body that the server had left unread: that was seen twice already. */
async function isAfterUnreadBody({ exchanges }: Mismatch, client: Client): Promise<boolean> {
  for (const exchange of exchanges) if ((await client.examineConnection(exchange)) !== undefined) return true;
  return false;
}

const unsteady = (failure: Mismatch, secondTime: string) =>
  unjudged("inconclusive", `unsteady: ${failure.message}; the second time ${secondTime}`, indexesOf(failure));

/** What was answered the second time: it need not be right, since a 501 rejects as well as a 400. */
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

/** An error of the suite, with its place in the code, which helps to fix it. */
function suiteFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = error.stack?.split("\n")[1]?.trim() ?? "";
  return `a fault of the suite: ${error.message}${place === "" ? "" : ` (${place})`}`;
}
