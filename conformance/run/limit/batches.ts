/** While a limit is exhausted (§8): sends a batch of each class of requests that share it, between two 429s. */
import type { Caller } from "../../client/caller.ts";
import type { Outgoing } from "../../client/client.ts";
import { type BlockOptions, countedClasses } from "./blocks.ts";
import { type LimitRun, read, sendBeyondLimit } from "./limit-run.ts";

export interface BatchOptions extends BlockOptions {
  readonly session: Caller | undefined;
  /** A key of another organization. */
  readonly otherOrganization: Caller | undefined;
  /** Reads of other endpoints that the key was served; some with a query, another spelling, or headers of a proxy. */
  readonly reads?: readonly Outgoing[];
  /** An update that changes nothing in the profile. */
  readonly update?: Outgoing | undefined;
}

/** Sends a batch of each class of requests, and one read with the other organization's key. Resolves to false if the window was reset meanwhile. */
export async function sendBatches(options: BatchOptions): Promise<boolean> {
  const { client, session, otherOrganization, reads = [], update } = options;
  const classes = [
    ...countedClasses(options).map((outgoing) => [outgoing]),
    ...(session === undefined ? [] : [readsBy(options, session)]),
    ...(update === undefined ? [] : [[update]]),
  ];
  for (const requests of classes) {
    if (!(await sendBatch(options, cycled(requests, batchSize(options))))) return false;
  }
  if (reads.length >= minBatch && !(await sendBatch(options, reads))) return false;
  if (otherOrganization !== undefined) await read(client, otherOrganization);
  return true;
}

/**
 * Sends a batch. If some requests are served, a limiter may just have refilled them: so a second batch is sent, larger
 * than what can have been refilled. False if the window was reset.
 */
async function sendBatch(options: LimitRun, batch: readonly Outgoing[]): Promise<boolean> {
  const served = await servedOf(options, batch);
  if (served === undefined) return false;
  if (served.length === 0) return true;
  const size = Math.min(maxSecondBatch, Math.max(3 * served.length, 2 * batchSize(options)));
  return (await servedOf(options, cycled(served, size))) !== undefined;
}

/** `count` requests: all of `requests`, then all again, and so on. */
const cycled = (requests: readonly Outgoing[], count: number): readonly Outgoing[] =>
  Array.from({ length: count }, (_, at) => requests[at % requests.length]).flatMap((each) => each ?? []);

/** Sends the requests concurrently. Those that were served; undefined if the window was reset. */
async function servedOf(options: LimitRun, batch: readonly Outgoing[]): Promise<readonly Outgoing[] | undefined> {
  const answers = await Promise.all(batch.map((outgoing) => sendBeyondLimit(options.client, outgoing)));
  if (!(await isStillExhausted(options, batch.length))) return undefined;
  return batch.filter((_, at) => answers[at]?.isSuccess);
}

const minBatch = 4;
const maxBatch = 8;
const maxSecondBatch = 24;

/** The slower the answers, the more a limiter may refill during a batch, and the larger it must be. */
function batchSize({ client, rateLimit }: LimitRun): number {
  const last = client.exchanges.at(-1);
  const latencyMs = last === undefined ? 0 : last.receivedAt - last.sentAt;
  const refilled = (latencyMs * rateLimit.limit) / (rateLimit.windowSeconds * 1000);
  return Math.max(minBatch, Math.min(maxBatch, Math.ceil(3 + 4 * refilled)));
}

/** Reads until a 429, at most `max` times. False if there is none: then the window was reset. */
async function isStillExhausted({ client, key }: LimitRun, max: number): Promise<boolean> {
  for (let sent = 0; sent < max; sent += 1) {
    if ((await read(client, key)).status === 429) return true;
  }
  return false;
}

/** Reads that the session was served before. Which roles may read what is open (§5.7). */
function readsBy({ client }: LimitRun, session: Caller): readonly Outgoing[] {
  const served = client.exchanges.filter(({ credential, isSuccess }) => credential === session.label && isSuccess);
  const candidates = (["listProducts", "listOrganizations", "getMe"] as const).filter((operation) =>
    served.some((exchange) => exchange.operation === operation),
  );
  const operations = candidates.length === 0 ? (["listProducts"] as const) : candidates;
  return operations.map((operation) => ({ operation, caller: session }));
}
