/** Stops waiting for work when the run is cut, even if the work ignores the signal. */
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";

/** How long work in progress has to end by itself, in real ms, so that its last response is recorded. */
const endsWithinMs = 250;

/** The result of `work`; throws the error of `cut` if it has not ended soon after the signal. */
export async function untilCut<T>(work: Promise<T>, signal: AbortSignal | undefined, cut: () => Error): Promise<T> {
  if (signal === undefined) return work;
  const ended = new AbortController();
  const over = async () => {
    if (!signal.aborted) await once(signal, "abort", { signal: ended.signal });
    await sleep(endsWithinMs, undefined, { signal: ended.signal });
    throw cut();
  };
  try {
    return await Promise.race([work, over()]);
  } finally {
    ended.abort();
  }
}
