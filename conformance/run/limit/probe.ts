/**
 * Exceeds the limit of one organization, and leaves it alone until it must be served again (§8). It only sends: what the
 * answers prove is for the laws of the limiter, from these exchanges and all others of the run.
 */
import type { Caller } from "../../client/caller.ts";
import type { Outgoing } from "../../client/client.ts";
import { remainingFalls } from "../../laws/limiter/remaining-falls.ts";
import { Sequence } from "../../laws/sequence-law.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { exchangesOf, type LimitRun, read, sendConcurrently } from "./limit-run.ts";
import { exhaustOther, type OtherOrganizations, readFurther, readHalfway } from "./other-organizations.ts";
import { awaitForgotten, awaitRecovery } from "./recovery.ts";
import { readUntil429 } from "./until-429.ts";

interface ProbeOptions extends LimitRun, OtherOrganizations {
  readonly secondKey: Caller | undefined;
  readonly session: Caller | undefined;
  /** A valid submission with the key; undefined where none can be sent. */
  readonly submission: Outgoing | undefined;
  /** Reads of other endpoints that were served to the key, some of them in another form. */
  readonly reads?: readonly Outgoing[];
  /** An update that leaves the profile as it is. */
  readonly update?: Outgoing | undefined;
}

/** Undefined once the limit was exceeded; else why it was not. */
export async function probeLimit(options: ProbeOptions): Promise<string | undefined> {
  await awaitForgotten(options);
  await sendBlocks(options);
  const reason = await exhaust(options);
  if (reason !== undefined) return reason;
  // Every organization has a limit: the other's is exhausted while the first is left alone.
  await Promise.all([exhaustOther(options), awaitRecovery(options), readHalfway(options)]);
  await readFurther(options, 1);
  // Where the cases left too few requests for the blocks, the fresh window has room for them.
  if (isFallUnjudged(options)) await sendBlocks(options);
  // Where answers are as slow as the limiter refills, only concurrent requests show a fall.
  if (isFallUnjudged(options)) await readConcurrently(options);
  return undefined;
}

const sendBeyond = ({ client }: ProbeOptions, outgoing: Outgoing) => client.send({ ...outgoing, ignoresBudget: true });

/** Requests that count against the limit as certainly as the key's reads. */
const countedClasses = ({ secondKey, submission }: ProbeOptions): readonly Outgoing[] => [
  ...(secondKey === undefined ? [] : [{ operation: "listProducts", caller: secondKey } as const]),
  ...(submission === undefined ? [] : [submission]),
];

/** Sends several reads with the second key, and several submissions, each between two reads of the key: its `X-RateLimit-Remaining` must fall. */
async function sendBlocks(options: ProbeOptions): Promise<void> {
  const { client, key, rateLimit } = options;
  const before = await read(client, key);
  const classes = countedClasses(options);
  const remaining = remainingOf(before) ?? rateLimit.limit;
  const size = Math.min(7, Math.floor((remaining - 6) / Math.max(1, classes.length)) - 1);
  if (size < 4) return;
  for (const outgoing of classes) {
    for (let sent = 0; sent < size; sent += 1) {
      if (!(await sendBeyond(options, outgoing)).isSuccess) return;
    }
    await read(client, key);
  }
}

async function readConcurrently({ client, key }: ProbeOptions): Promise<void> {
  const before = await read(client, key);
  if ((remainingOf(before) ?? 0) < maxBatch + 2) return;
  await sendConcurrently(maxBatch, () => read(client, key));
  await read(client, key);
}

/** Reads until 429, then sends a batch of each class. All of it once more if the window was reset meanwhile. */
async function exhaust(options: ProbeOptions): Promise<string | undefined> {
  for (let round = 0; round < 2; round += 1) {
    const reason = await readUntil429(options, options.key);
    if (reason !== undefined) return reason;
    if (await sendBatches(options)) return undefined;
  }
  return undefined;
}

/** While the limit is exhausted: a batch of each class, between two 429s of the key. False if the window was reset. */
async function sendBatches(options: ProbeOptions): Promise<boolean> {
  const { client, session, otherOrganization, reads = [], update } = options;
  const classes = [
    ...countedClasses(options).map((outgoing) => [outgoing]),
    ...(session === undefined ? [] : [readsBy(options, session)]),
    ...(update === undefined ? [] : [[update]]),
  ];
  for (const requests of classes) {
    if (!(await sendBatch(options, inTurn(requests, batchSize(options))))) return false;
  }
  if (reads.length >= minBatch && !(await sendBatch(options, reads))) return false;
  if (otherOrganization !== undefined) await read(client, otherOrganization);
  return true;
}

/**
 * What is served of a batch may have been given back just then; so it is sent again in a larger batch, too large for that. False if
 * the window was reset.
 */
async function sendBatch(options: ProbeOptions, batch: readonly Outgoing[]): Promise<boolean> {
  const served = await servedOf(options, batch);
  if (served === undefined || served.length === 0) return served !== undefined;
  const size = Math.min(maxSecondBatch, Math.max(3 * served.length, 2 * batchSize(options)));
  return (await servedOf(options, inTurn(served, size))) !== undefined;
}

/** So many requests, each of `requests` about as often. */
const inTurn = (requests: readonly Outgoing[], count: number): readonly Outgoing[] =>
  Array.from({ length: count }, (_, at) => requests[at % requests.length]).flatMap((each) => each ?? []);

/** Those of the requests, sent concurrently, that were served; undefined if the window was reset. */
async function servedOf(options: ProbeOptions, batch: readonly Outgoing[]): Promise<readonly Outgoing[] | undefined> {
  const answers = await Promise.all(batch.map((outgoing) => sendBeyond(options, outgoing)));
  if (!(await isStillExhausted(options, batch.length))) return undefined;
  return batch.filter((_, at) => answers[at]?.isSuccess);
}

const minBatch = 4;
const maxBatch = 8;
const maxSecondBatch = 24;

/** Larger where the limiter may refill more while a batch is in flight. */
function batchSize({ client, rateLimit }: ProbeOptions): number {
  const last = client.exchanges.at(-1);
  const latencyMs = last === undefined ? 0 : last.receivedAt - last.sentAt;
  const refilled = (latencyMs * rateLimit.limit) / (rateLimit.windowSeconds * 1000);
  return Math.max(minBatch, Math.min(maxBatch, Math.ceil(3 + 4 * refilled)));
}

/** Reads until a 429, at most `max` times. False if there is none: only a reset of the window frees so many requests. */
async function isStillExhausted({ client, key }: ProbeOptions, max: number): Promise<boolean> {
  for (let sent = 0; sent < max; sent += 1) {
    if ((await read(client, key)).status === 429) return true;
  }
  return false;
}

/** Reads that were served to the session before: the document does not say which roles may read what (§5.7). */
function readsBy({ client }: ProbeOptions, session: Caller): readonly Outgoing[] {
  const served = client.exchanges.filter(({ credential, isSuccess }) => credential === session.label && isSuccess);
  const candidates = (["listProducts", "listOrganizations", "getMe"] as const).filter((operation) =>
    served.some((exchange) => exchange.operation === operation),
  );
  const operations = candidates.length === 0 ? (["listProducts"] as const) : candidates;
  return operations.map((operation) => ({ operation, caller: session }));
}

/** The exchanges of the key's organization do not show how `X-RateLimit-Remaining` falls. Others may be on another tier. */
function isFallUnjudged(run: ProbeOptions): boolean {
  const { rateLimit, key, organization: own = key.organization } = run;
  const exchanges = exchangesOf(run).filter(({ organization }) => organization === undefined || organization === own);
  const { verdict } = new Sequence(exchanges, rateLimit).verdictOf(remainingFalls);
  return verdict === "inconclusive" || verdict === "not-applicable";
}
