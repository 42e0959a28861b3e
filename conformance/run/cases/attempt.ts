/** Runs one case: a second time if it failed, and again after the window if it was answered 429. */
import type { CaseContext, SuiteCase } from "../../cases/case.ts";
import { declaredDenied, isDeclaredDenied } from "../../cases/shared/permitted.ts";
import type { Caller } from "../../client/caller.ts";
import { type Client, Cut } from "../../client/client.ts";
import type { Outgoing } from "../../client/outgoing.ts";
import { Mismatch, NotJudgeable, Skip } from "../../model/check.ts";
import { type Exchange, isAuthenticated } from "../../model/exchange.ts";
import { answerOf } from "../../model/response-text.ts";
import { fails, unjudged, type Verdict } from "../../model/verdict.ts";
import { endedSession } from "./ended-session.ts";
import { whyOperationLimit } from "./operation-limit.ts";

/** How often a case is sent again after a 429, and after a lost connection. */
const maxRetries = { limited: 2, lost: 1 };

export type ContextFactory = (client: Client, isFresh: boolean) => CaseContext;

interface AttemptOptions {
  /** Called with the index of each exchange, and its request. */
  readonly onSent?: (index: number, outgoing: Outgoing) => void;
  /** The verdict is not reported, since only other checks need what the case sends. So a failure is not confirmed by a second attempt. */
  readonly isVerdictUnreported?: boolean;
}

/** The results of all attempts at a case so far. */
interface AttemptState extends Pick<AttemptOptions, "isVerdictUnreported"> {
  readonly client: Client;
  readonly callers: Caller[];
  /** The case is about callers to which the target file denies an operation. */
  readonly isAboutDeniedCallers: boolean;
  /** How many requests of the case were answered 429, and how many got no answer. */
  limited: number;
  lost: number;
  /** The failure of the first attempt. */
  failure: Mismatch | undefined;
}

/** Never throws: an error of the suite becomes the verdict `broken`. */
export async function attempt(
  suiteCase: SuiteCase,
  client: Client,
  contextOf: ContextFactory,
  { onSent, isVerdictUnreported = false }: AttemptOptions = {},
): Promise<Verdict> {
  const isAboutDeniedCallers = suiteCase.needs?.credential === "denied";
  const state: AttemptState = {
    client,
    isVerdictUnreported,
    isAboutDeniedCallers,
    callers: [],
    limited: 0,
    lost: 0,
    failure: undefined,
  };
  for (;;) {
    const sent: number[] = [];
    const send: Client["send"] = async (outgoing) => {
      state.callers.push(outgoing.caller);
      const exchange = await client.send(outgoing).catch((error: unknown) => {
        if (error instanceof NotJudgeable && error.exchange !== undefined) onSent?.(error.exchange.index, outgoing);
        throw error;
      });
      sent.push(exchange.index);
      onSent?.(exchange.index, outgoing);
      return exchange;
    };
    try {
      const work = suiteCase.run(contextOf({ ...client, send }, state.failure !== undefined));
      await client.untilCut(work);
      if (state.failure === undefined) return { verdict: "pass", exchanges: sent };
      return unsteady(state.failure, secondAnswer(state.failure, client.exchanges, sent));
    } catch (error) {
      const verdict = await verdictAfter(error, state, sent);
      if (verdict !== undefined) return verdict;
    }
  }
}

/**
 * The verdict after an attempt threw; undefined if the case is to be run again. Finding the reason may send requests. If one
 * of these is answered 429, gets no response, or is stopped with the run, that decides the verdict.
 */
async function verdictAfter(
  error: unknown,
  state: AttemptState,
  sent: readonly number[],
): Promise<Verdict | undefined> {
  if (error instanceof Skip) return afterSkip(error, state, sent);
  if (error instanceof Cut) return unjudged("inconclusive", error.message, sent);
  try {
    if (error instanceof Mismatch) return await afterMismatch(error, state, sent);
    if (error instanceof NotJudgeable) return await afterUnanswered(error, state, sent);
  } catch (next) {
    return verdictAfter(next, state, sent);
  }
  return unjudged("broken", suiteFault(error), sent);
}

async function afterMismatch(mismatch: Mismatch, state: AttemptState, sent: readonly number[]) {
  const { expected, actual, exchanges } = mismatch;
  const { client, callers, failure, isVerdictUnreported } = state;
  const denied = state.isAboutDeniedCallers ? undefined : whyDenied(exchanges.at(-1), callers);
  if (denied !== undefined) return unjudged("skip", denied, sent);
  const ended = await endedSession(exchanges.at(-1), callers, client);
  if (ended !== undefined) return unjudged("skip", ended, sent);
  const isConfirmed =
    failure !== undefined ||
    isVerdictUnreported ||
    isServedWithoutCredentials(mismatch) ||
    (await isAfterUnreadBody(mismatch, client));
  if (isConfirmed) return fails({ expected, actual, exchanges: indexesOf(mismatch) });
  state.failure = mismatch;
  return undefined;
}

/** The reason not to judge the answer: the target file declares the operation as denied to the caller (§5.8), whatever it is answered. */
function whyDenied(shown: Exchange | undefined, callers: readonly Caller[]): string | undefined {
  if (shown?.operation === undefined || shown.isSuccess) return undefined;
  const { operation, credential } = shown;
  const caller = callers.find(({ label }) => label === credential);
  return caller !== undefined && isDeclaredDenied(caller, operation) ? declaredDenied(operation, [caller]) : undefined;
}

function afterSkip({ message, dependsOn, effect }: Skip, { failure }: AttemptState, sent: readonly number[]): Verdict {
  if (failure !== undefined) return unsteady(failure, `it was skipped: ${message}`);
  const needed = dependsOn.length === 0 ? {} : { dependsOn };
  return { ...unjudged("skip", message, sent), ...needed, ...(effect && { effect }) };
}

async function afterUnanswered({ exchange, message }: NotJudgeable, state: AttemptState, sent: readonly number[]) {
  const proof = exchange === undefined ? sent : [exchange.index];
  if (exchange?.status === 429) {
    const ofOperation = await whyOperationLimit(exchange, state.callers, state.client);
    // A single failure may be chance: a window may end between two requests.
    if (ofOperation !== undefined && state.limited > 0) return unjudged("skip", ofOperation, proof);
    state.limited += 1;
  } else state.lost += 1;
  if (state.limited <= maxRetries.limited && state.lost <= maxRetries.lost) return undefined;
  return state.failure === undefined ? unjudged("inconclusive", message, proof) : unsteady(state.failure, message);
}

/** A 2xx to a request without valid credentials proves the failure, whatever a second request is answered (§5.8). */
function isServedWithoutCredentials({ exchanges }: Mismatch): boolean {
  const shown = exchanges.at(-1);
  return shown?.operation !== undefined && shown.isSuccess && !isAuthenticated(shown);
}

/** An exchange of the failure was answered for a body that the server had left unread, which is already confirmed. */
async function isAfterUnreadBody({ exchanges }: Mismatch, client: Client): Promise<boolean> {
  for (const exchange of exchanges) if ((await client.examineConnection(exchange)) !== undefined) return true;
  return false;
}

const unsteady = (failure: Mismatch, secondTime: string) =>
  unjudged("inconclusive", `unsteady: ${failure.message}; the second time ${secondTime}`, indexesOf(failure));

/** The answer to the same request in the second attempt. The case may pass with a wrong one: a 501 is a rejection, as a 400 is. */
function secondAnswer({ exchanges }: Mismatch, all: readonly Exchange[], sent: readonly number[]): string {
  const first = exchanges.at(-1);
  const second = all.findLast(
    ({ index, request, credential }) =>
      sent.includes(index) &&
      credential === first?.credential &&
      request.method === first.request.method &&
      request.url === first.request.url,
  );
  return second === undefined ? "the case passed" : `it was answered ${answerOf(second)}`;
}

const indexesOf = (mismatch: Mismatch) => mismatch.exchanges.map(({ index }) => index);

/** The sentence about an error of the suite, with its place in the code. */
function suiteFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const place = error.stack?.split("\n")[1]?.trim() ?? "";
  return `a fault of the suite: ${error.message}${place === "" ? "" : ` (${place})`}`;
}
