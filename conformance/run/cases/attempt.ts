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

export interface AttemptOptions {
  /** Called with the index of each exchange. */
  readonly onSent?: (index: number) => void;
  /** The case only serves what others look at: nobody is told its verdict, so a failure need not be confirmed. */
  readonly isOnlySent?: boolean;
}

/** Never throws: an error of the suite is `broken`. */
export async function attempt(
  suiteCase: SuiteCase,
  client: Client,
  contextOf: ContextFactory,
  options: AttemptOptions = {},
): Promise<Verdict> {
  const attempts = new Attempts(suiteCase, client, contextOf, options);
  for (;;) {
    const verdict = await attempts.next();
    if (verdict !== undefined) return verdict;
  }
}

/** The attempts at one case, each of which ends with a verdict, or asks for another attempt. */
class Attempts {
  readonly #suiteCase: SuiteCase;
  readonly #client: Client;
  readonly #contextOf: ContextFactory;
  readonly #options: AttemptOptions;
  /** How an earlier attempt failed. */
  #failure: Mismatch | undefined;
  #limited = 0;
  #lost = 0;
  readonly #callers: Caller[] = [];
  /** Indexes of what the latest attempt sent. */
  #sent: number[] = [];

  constructor(suiteCase: SuiteCase, client: Client, contextOf: ContextFactory, options: AttemptOptions) {
    this.#suiteCase = suiteCase;
    this.#client = client;
    this.#contextOf = contextOf;
    this.#options = options;
  }

  /** Undefined where the case is to be run again. */
  async next(): Promise<Verdict | undefined> {
    this.#sent = [];
    try {
      const work = this.#suiteCase.run(this.#contextOf(this.#recording(this.#sent), this.#failure !== undefined));
      await (this.#client.untilCut?.(work) ?? work);
    } catch (error) {
      return this.#afterError(error);
    }
    if (this.#failure === undefined) return { verdict: "pass", exchanges: this.#sent };
    return unsteady(this.#failure, secondAnswer(this.#failure, this.#client.exchanges, this.#sent));
  }

  /** The client, which notes who sends and what is sent. */
  #recording(sent: number[]): Client {
    return {
      ...this.#client,
      send: async (outgoing) => {
        this.#callers.push(outgoing.caller);
        const exchange = await this.#client.send(outgoing);
        sent.push(exchange.index);
        this.#options.onSent?.(exchange.index);
        return exchange;
      },
    };
  }

  async #afterError(error: unknown): Promise<Verdict | undefined> {
    if (error instanceof Mismatch) return this.#afterMismatch(error);
    if (error instanceof Skip) return this.#afterSkip(error);
    if (error instanceof Cut) return inconclusive(error.message, this.#sent);
    if (error instanceof Unanswered) return this.#afterUnanswered(error);
    return unjudged("broken", suiteFault(error), this.#sent);
  }

  async #afterMismatch(mismatch: Mismatch): Promise<Verdict | undefined> {
    const { expected, actual, exchanges } = mismatch;
    const ended = await endedSession(exchanges.at(-1), this.#callers, this.#client);
    if (ended !== undefined) return unjudged("skip", ended, this.#sent);
    const isConfirmed = this.#failure !== undefined || this.#options.isOnlySent === true;
    if (isConfirmed || (await isAfterUnreadBody(mismatch, this.#client)))
      return fails({ expected, actual, exchanges: indexesOf(mismatch) });
    this.#failure = mismatch;
    return undefined;
  }

  #afterSkip({ message, dependsOn }: Skip): Verdict {
    if (this.#failure !== undefined) return unsteady(this.#failure, `it was skipped: ${message}`);
    return { ...unjudged("skip", message, this.#sent), ...(dependsOn.length === 0 ? {} : { dependsOn }) };
  }

  async #afterUnanswered({ exchange, message }: Unanswered): Promise<Verdict | undefined> {
    if (exchange?.status === 429) {
      const ofOperation = await ownLimit(exchange, this.#callers, this.#client);
      // Once it may be chance: a window may end between two requests.
      if (ofOperation !== undefined && this.#limited > 0) return unjudged("skip", ofOperation, [exchange.index]);
      this.#limited += 1;
    } else this.#lost += 1;
    if (this.#limited <= maxRetries.limited && this.#lost <= maxRetries.lost) return undefined;
    if (this.#failure !== undefined) return unsteady(this.#failure, message);
    return inconclusive(message, exchange === undefined ? this.#sent : [exchange.index]);
  }
}

/** One of its exchanges was answered for a body that the server had left unread: that was seen twice already. */
async function isAfterUnreadBody({ exchanges }: Mismatch, client: Client): Promise<boolean> {
  for (const exchange of exchanges) if ((await client.examineConnection?.(exchange)) !== undefined) return true;
  return false;
}

const unsteady = (failure: Mismatch, secondTime: string) =>
  inconclusive(`unsteady: ${failure.message}; the second time ${secondTime}`, indexesOf(failure));

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

const inconclusive = (reason: string, exchanges: readonly number[]) => unjudged("inconclusive", reason, exchanges);

/** An error of the suite, with its place in the code, which helps to fix it. */
function suiteFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = error.stack?.split("\n")[1]?.trim() ?? "";
  return `a fault of the suite: ${error.message}${place === "" ? "" : ` (${place})`}`;
}
