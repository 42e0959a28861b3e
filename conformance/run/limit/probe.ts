/**
 * Crosses the limit of one organization, and leaves it alone until it must be served again (§8). Sends only: what the
 * answers prove is judged by the laws of the limiter, from these exchanges and all others of the run.
 */
import type { OperationId } from "../../../spec/contract.ts";
import type { Caller } from "../../client/caller.ts";
import type { Client, Outgoing } from "../../client/client.ts";
import { remainingFalls } from "../../laws/limiter/remaining.ts";
import type { RateLimit } from "../../model/check.ts";
import type { Exchange } from "../../model/exchange.ts";
import { remainingOf } from "../../model/rate-limit-headers.ts";
import { watchRecovery } from "./recovery.ts";
import { fill } from "./until-refused.ts";

export interface ProbeOptions {
  readonly client: Client;
  readonly rateLimit: RateLimit;
  /** The key that crosses the limit. */
  readonly key: Caller;
  readonly secondKey: Caller | undefined;
  readonly session: Caller | undefined;
  /** A key of another organization. */
  readonly other: Caller | undefined;
  /** Makes a submission that is valid; undefined where none may or can be sent. */
  readonly submission: (() => Omit<Outgoing, "caller">) | undefined;
  /** Reads of other endpoints that the key has been served. */
  readonly reads?: readonly Outgoing[];
  /** An update of a profile, by a caller of the organization, that leaves it as it is. */
  readonly update?: Outgoing | undefined;
  readonly onWait?: (ms: number) => void;
}

/** What the probe could not show, and why; a law that finds nothing to judge is told by it. */
export interface ProbeOutcome {
  readonly wasRefused: boolean;
  /** Set where the limit was not to be, or could not be crossed. */
  readonly notCrossed?: string;
  /** Set where the limit was not reached although it was sent more than it allows. */
  readonly unreached?: string;
}

/** The size of the batch that each class sends at once when nothing is left: larger where a limiter may refill meanwhile. */
const batchSizes = { least: 4, most: 8 };

export async function probeLimit(options: ProbeOptions): Promise<ProbeOutcome> {
  const { client, rateLimit, key } = options;
  const windowMs = rateLimit.windowSeconds * 1000;
  const refillRate = rateLimit.limit / windowMs;
  const send = (outgoing: Omit<Outgoing, "isCrossing">) => client.send({ ...outgoing, isCrossing: true });
  const read = (caller: Caller) => send({ operation: "listProducts", caller });
  const readKey = () => read(key);

  await sendBlocks();
  for (let round = 0; round < 2; round += 1) {
    const unreached = await fill({ clock: client.clock, rateLimit, read: readKey });
    if (unreached !== undefined) return { wasRefused: false, unreached };
    if (await sendBatches()) break;
  }
  await Promise.all([
    fillOther(),
    watchRecovery({ client, rateLimit, key, read: readKey, ...(options.onWait && { onWait: options.onWait }) }),
  ]);
  // Where the functional run has left too little for them, the fresh window has room.
  if (isFallUnjudged()) await sendBlocks();
  return { wasRefused: true };

  /** Each organization has the limit, not only the first: the other's is used up while nothing can be sent here. */
  async function fillOther(): Promise<void> {
    const { other } = options;
    if (other !== undefined) await fill({ clock: client.clock, rateLimit, read: () => read(other) });
  }

  function isFallUnjudged(): boolean {
    const context = { rateLimit, problems: () => [], declaredStatuses: () => [] };
    const { verdict } = remainingFalls.judge(client.exchanges, context);
    return verdict === "inconclusive" || verdict === "not-applicable";
  }

  /** The second key's reads, and submissions, long enough to see the key's `X-RateLimit-Remaining` fall with each. */
  async function sendBlocks(): Promise<void> {
    const { secondKey, submission } = options;
    const before = await readKey();
    const blocks = [
      ...(secondKey === undefined ? [] : [() => read(secondKey)]),
      ...(submission === undefined ? [] : [() => send({ ...submission(), caller: key })]),
    ];
    const left = remainingOf(before) ?? rateLimit.limit;
    const size = Math.min(7, Math.floor((left - 6) / Math.max(1, blocks.length)) - 1);
    if (size < 4) return;
    for (const request of blocks) {
      for (let sent = 0; sent < size; sent += 1) {
        if (!(await request()).isSuccess) return;
      }
      await readKey();
    }
  }

  /** While nothing is left: a batch of each class, the key's own refusal before and after. False if the window turned. */
  async function sendBatches(): Promise<boolean> {
    const { secondKey, submission, session, other, reads = [], update } = options;
    const classes: (() => Promise<Exchange>)[] = [
      ...(secondKey === undefined ? [] : [() => read(secondKey)]),
      ...(submission === undefined ? [] : [() => send({ ...submission(), caller: key })]),
      ...(session === undefined ? [] : [() => send({ operation: readableBy(session), caller: session })]),
      ...(update === undefined ? [] : [() => send(update)]),
    ];
    for (const request of classes) {
      const size = batchSize(client.exchanges.at(-1));
      await Promise.all(Array.from({ length: size }, request));
      if (!(await isStillRefused(size))) return false;
    }
    if (reads.length >= batchSizes.least) {
      await Promise.all(reads.map(send));
      if (!(await isStillRefused(reads.length))) return false;
    }
    if (other !== undefined) await read(other);
    return true;
  }

  /** What the session has been served; the document does not say which roles may read what (§5.7). */
  function readableBy(caller: Caller): OperationId {
    const served = client.exchanges.filter(({ credential, isSuccess }) => credential === caller.label && isSuccess);
    const candidates = ["listProducts", "listOrganizations", "getMe"] as const;
    return candidates.find((one) => served.some(({ operation }) => operation === one)) ?? "listProducts";
  }

  function batchSize(last: Exchange | undefined): number {
    const latency = last === undefined ? 0 : last.receivedAt - last.sentAt;
    const wanted = Math.ceil(3 + 4 * latency * refillRate);
    return Math.max(batchSizes.least, Math.min(batchSizes.most, wanted));
  }

  /** A refilling limiter may have let a request or two come free; more is a turn of the window. */
  async function isStillRefused(most: number): Promise<boolean> {
    for (let sent = 0; sent < most; sent += 1) {
      if ((await readKey()).status === 429) return true;
    }
    return false;
  }
}
