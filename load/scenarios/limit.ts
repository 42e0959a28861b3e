/**
 * One organization's limit is exceeded by one key, and by several keys, a session and all methods together: 429 comes when it
 * must and not before, and every response carries the headers (§7.2, §8).
 *
 *   BASE_URL=… KEY_A=… KEY_A2=… SESSION_A=… LIMIT=100 WINDOW=60 k6 run limit.ts
 */
import { historyOf } from "../../conformance/laws/limiter/histories.ts";
import {
  parallelOverrunsOf,
  servedInParallel,
  untilNextChunkMs,
} from "../../conformance/laws/limiter/parallel-overrun.ts";
import { minLastingMs } from "../../conformance/laws/limiter/rejected-by-limit.ts";
import { remainingOf } from "../../conformance/model/rate-limit-headers.ts";
import type { Client } from "../in-k6/client.ts";
import { readEnvironment } from "../in-k6/environment.ts";
import { judgeSequences } from "../in-k6/judge-sequences.ts";
import { onceInEachProcess, setupTimeout, thresholdsOf } from "../in-k6/options.ts";
import { plans } from "../in-k6/plans.ts";
import { clientAfterSetup, prepare, type SetupData } from "../in-k6/setup.ts";
import { maxRead, rounds, sendersOfEachKind } from "../in-k6/shapes.ts";
import { submissionOf } from "../in-k6/submission.ts";
import { summaryOf } from "../in-k6/summary.ts";
import {
  pause,
  rateLimitOf,
  type Send,
  sendConcurrently,
  sendUntilRejected,
  waitForFreshWindow,
  waitForKnownCounting,
} from "../in-k6/traffic.ts";

const environment = readEnvironment(__ENV);
const { tokens } = environment;

export const options = {
  setupTimeout,
  scenarios: {
    crossing: onceInEachProcess(environment, {
      exec: "crossLimit",
      clause: "limit.standard",
      maxSeconds: 6 * plans.limit.forecast(environment).seconds + 60,
    }),
  },
  thresholds: {
    ...thresholdsOf(environment, { laws: ["limit.refused-when-exceeded"] }),
    fpk_limited: ["count>0"],
    fpk_remaining_error: ["max==0"],
  },
};

export const setup = () => prepare("limit", environment, { references: ["KEY_A"], session: true, profile: true });

/** One virtual user sends all of the organization's requests, so that their order is known. */
export async function crossLimit(setupData: SetupData): Promise<void> {
  const client = clientAfterSetup(environment, setupData);
  const requests = requestKinds(client, setupData);
  for (let round = 0; round < rounds(environment); round += 1) {
    if (round > 0) await waitForKnownCounting(client);
    if (round % 2 === 0) await exceedInOrder(client, requests);
    else await exceedInParallelUntilExplained(client, requests);
  }
  judgeSequences(client, "limit");
}

/** A sender for each kind of request that counts against the organization's limit. */
interface RequestKinds {
  readonly read: Send;
  readonly readWithSecondKey?: Send;
  readonly readWithSession?: Send;
  readonly submit?: Send;
  readonly update?: Send;
}

function requestKinds(client: Client, { references, profile, sessionReads }: SetupData): RequestKinds {
  const product = references.KEY_A;
  let submissions = 0;
  const submit = () => {
    submissions += 1;
    const body = product && submissionOf(product, `${environment.seed}-${client.now().toFixed(3)}-${submissions}`);
    return client.send("KEY_A", "submitFeedback", { body });
  };
  return {
    read: () => client.send("KEY_A", "listProducts"),
    ...(tokens.KEY_A2 === undefined ? {} : { readWithSecondKey: () => client.send("KEY_A2", "listProducts") }),
    ...(tokens.SESSION_A === undefined ? {} : { readWithSession: () => client.send("SESSION_A", sessionReads) }),
    ...(product === undefined ? {} : { submit }),
    // Sends the profile as it was read, which changes nothing.
    ...(profile === undefined ? {} : { update: () => client.send("KEY_A", "updateMe", { body: profile }) }),
  };
}

/** Sends a block of each kind of request, then reads until the first 429, then a few requests of each kind. */
async function exceedInOrder(client: Client, requests: RequestKinds): Promise<void> {
  const { read, readWithSecondKey, readWithSession, submit } = requests;
  await waitForFreshWindow(client, "KEY_A");
  await sendInBlocks(client, read, [readWithSecondKey, submit].filter(isSend));
  const rejected = await sendUntilRejected(client, read);
  if (rejected === undefined) return;
  await sendWhenExhausted(client, read, [readWithSecondKey, submit, readWithSession].filter(isSend));
  if ((remainingOf(rejected) ?? 0) > 0) await readAgainLater(client, read);
}

/**
 * Shows whether it is the organization's limit that rejects, whatever X-RateLimit-Remaining says: other limits of a gateway do not last,
 * or reject other organizations, too.
 */
async function readAgainLater(client: Client, read: Send): Promise<void> {
  await pause(1.2 * minLastingMs(rateLimitOf(client)));
  if (tokens.KEY_B !== undefined) await client.send("KEY_B", "listProducts");
  await read();
}

const isSend = (send: Send | undefined) => send !== undefined;

/**
 * Sends a block of each kind, and a read after it. The blocks leave a few requests of the limit; none is sent if they would be too short
 * to show how much of the limit each kind uses.
 */
async function sendInBlocks(client: Client, read: Send, kinds: readonly Send[]): Promise<void> {
  const remaining = remainingOf(await read()) ?? rateLimitOf(client).limit;
  const blockSize = Math.min(7, Math.floor((remaining - 6) / Math.max(1, kinds.length)) - 1);
  if (blockSize < 4) return;
  for (const send of kinds) {
    for (let sent = 0; sent < blockSize; sent += 1) await send();
    await read();
  }
}

async function sendWhenExhausted(client: Client, read: Send, kinds: readonly Send[]): Promise<void> {
  // So few that they cannot exhaust a new window.
  const few = Math.max(2, Math.min(6, Math.floor(rateLimitOf(client).limit / 2)));
  for (const send of kinds) {
    await sendConcurrently(few, send);
    // A limiter that refills may have admitted some of them: reads exhaust the limit again.
    for (let sent = 0; sent < few; sent += 1) if ((await read()).status === 429) break;
  }
}

/**
 * Sends every kind of request concurrently, until each sender has been answered 429 three times. Many senders show a limiter that reads
 * the count and writes it in two steps. One of them is the session, because the document does not say whether its requests count.
 */
async function exceedInParallel(client: Client, requests: RequestKinds): Promise<void> {
  const { limit, windowSeconds } = rateLimitOf(client);
  const until = client.now() + windowSeconds * 1000;
  let sent = 0;
  const sendUntilRejectedThrice = async (send: Send): Promise<void> => {
    for (let rejections = 0; rejections < 3 && sent < 2 * limit && client.now() < until; ) {
      sent += 1;
      const exchange = await send();
      if (exchange.status === 429) rejections += 1;
      else if (!exchange.isSuccess) await pause(20);
    }
  };
  const { readWithSession, ...ofKeys } = requests;
  const senders = Object.values<Send>(ofKeys).flatMap((send) => Array<Send>(sendersOfEachKind(limit)).fill(send));
  await Promise.all([...senders, readWithSession].filter(isSend).map(sendUntilRejectedThrice));
}

/** How often the limit is exceeded again where a window, or a chunk that a timer adds, may explain that too many were served. */
const maxRepetitions = 2;

/** As `exceedInParallel`; if more was served than remained, looks whether a new window or a chunk explains it, and if so, repeats it. */
async function exceedInParallelUntilExplained(client: Client, requests: RequestKinds): Promise<void> {
  const historyNow = () => historyOf("A", client.exchanges, rateLimitOf(client));
  for (let repetition = 0; repetition <= maxRepetitions; repetition += 1) {
    if (repetition > 0) await waitForKnownCounting(client);
    await waitForFreshWindow(client, "KEY_A");
    const startedAt = client.now();
    await exceedInParallel(client, requests);
    if (client.exchanges.length > maxRead) return;
    const history = historyNow();
    if (history === undefined) return;
    const overrun = parallelOverrunsOf(history).find(({ last }) => last.sentAt >= startedAt);
    if (overrun === undefined) return;
    await pause(overrun.last.receivedAt + untilNextChunkMs(history, overrun) - client.now());
    await requests.read();
    const after = historyNow();
    if (after !== undefined && servedInParallel(after) !== undefined) return;
  }
}

export const handleSummary = summaryOf("limit", environment);
