/**
 * Crosses the limit of one organization, and leaves it alone until it must be served again (§8). Sends only: what the
 * answers prove is judged by the laws of the limiter, from these exchanges and all others of the run.
 */
import type { RateLimit } from "../check.ts";
import { recoveryMs } from "../client/budget.ts";
import type { Caller } from "../client/caller.ts";
import type { Client, Outgoing } from "../client/client.ts";
import type { Exchange } from "../exchange.ts";
import { remainingOf } from "../laws/rate-limit-headers.ts";

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

/** The size of the batch that each class sends at once when nothing is left. */
const batchSize = 4;

export async function probeLimit(options: ProbeOptions): Promise<ProbeOutcome> {
  const { client, rateLimit, key } = options;
  const windowMs = rateLimit.windowSeconds * 1000;
  const send = (outgoing: Omit<Outgoing, "isCrossing">) => client.send({ ...outgoing, isCrossing: true });
  const read = (caller: Caller) => send({ operation: "listProducts", caller });

  await sendBlocks();
  for (let round = 0; round < 2; round += 1) {
    const unreached = await fill();
    if (unreached !== undefined) return { wasRefused: false, unreached };
    if (await batches()) break;
  }
  const quietMs = recoveryMs(rateLimit) + 100;
  options.onWait?.(quietMs);
  await client.sleep(quietMs);
  await read(key);
  return { wasRefused: true };

  /** Contiguous requests of one credential and method, long enough to see `X-RateLimit-Remaining` fall with each. */
  async function sendBlocks(): Promise<void> {
    const size = Math.min(7, Math.floor(rateLimit.limit / 12));
    if (size < 3) return;
    const { secondKey, session, submission } = options;
    const blocks = [
      () => read(key),
      ...(secondKey === undefined ? [] : [() => read(secondKey)]),
      ...(session === undefined ? [] : [() => read(session)]),
      ...(submission === undefined ? [] : [() => send({ ...submission(), caller: key })]),
    ];
    for (const request of blocks) {
      for (let sent = 0; sent < size; sent += 1) {
        if ((await request()).status === 429) return;
      }
      await read(key);
    }
  }

  /** Reads until the first refusal. Pauses once near the end: a limiter that refills shows it then. */
  async function fill(): Promise<string | undefined> {
    const startedAt = client.clock.now();
    let served = 0;
    let failed = 0;
    let hasPaused = false;
    for (;;) {
      const exchange = await read(key);
      if (exchange.status === 429) return undefined;
      if (exchange.isSuccess) served += 1;
      else failed += 1;
      if (failed >= 5) return `reads were answered ${exchange.status} before a 429`;
      const elapsed = client.clock.now() - startedAt;
      const refill = (rateLimit.limit / windowMs) * elapsed;
      if (served > 2 * rateLimit.limit + refill + 2)
        return `no 429 over ${served} reads in ${(elapsed / 1000).toFixed(1)} s`;
      if (elapsed > 2 * windowMs && served > rateLimit.limit) return tooSlow(exchange);
      const left = remainingOf(exchange) ?? rateLimit.limit - served;
      if (!hasPaused && left <= 4) {
        hasPaused = true;
        await client.sleep((1.5 * windowMs) / rateLimit.limit);
      }
    }
  }

  function tooSlow(exchange: Exchange): string {
    const latency = exchange.receivedAt - exchange.sentAt;
    const needed = windowMs / rateLimit.limit;
    return `answers took ${Math.round(latency)} ms, and a limiter that refills is outrun only below ${Math.round(needed)} ms`;
  }

  /** While nothing is left: a batch of each class, the key's own refusal before and after. False if the window turned. */
  async function batches(): Promise<boolean> {
    const { secondKey, session, submission, other } = options;
    const classes: (() => Promise<Exchange>)[] = [
      ...(secondKey === undefined ? [] : [() => read(secondKey)]),
      ...(submission === undefined ? [] : [() => send({ ...submission(), caller: key })]),
      ...(session === undefined ? [] : [() => read(session)]),
    ];
    for (const request of classes) {
      await Promise.all(Array.from({ length: batchSize }, request));
      if (!(await isStillRefused())) return false;
    }
    if (other !== undefined) await read(other);
    return true;
  }

  /** A refilling limiter may have let a request or two come free; more is a turn of the window. */
  async function isStillRefused(): Promise<boolean> {
    for (let sent = 0; sent < batchSize; sent += 1) {
      if ((await read(key)).status === 429) return true;
    }
    return false;
  }
}
