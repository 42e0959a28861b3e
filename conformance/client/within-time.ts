/** Limits work in real time, even on a virtual clock: a server that does not answer takes real time. */
import { setMaxListeners } from "node:events";
import { WireFailure } from "./failure.ts";

const longestTimer = 2 ** 31 - 1;

/** Does `work` until `timeoutMs` real ms are over or `outer` is aborted; then throws `WireFailure` in any case. */
export async function withinTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  timeoutMs: number,
  outer?: AbortSignal,
): Promise<T> {
  const controller = new AbortController();
  const stop = () => controller.abort(new WireFailure("lost", "stopped before the answer came"));
  if (outer?.aborted) throw new WireFailure("unreachable", "stopped before it was sent");
  const timer = setTimeout(
    () => controller.abort(new WireFailure("timeout", `timed out after ${timeoutMs / 1000} s`)),
    Math.min(timeoutMs, longestTimer),
  );
  // Many requests in flight listen to the same signal, which is not a leak.
  if (outer !== undefined) setMaxListeners(0, outer);
  outer?.addEventListener("abort", stop, { once: true });
  try {
    const aborted = new Promise<never>((_, reject) => {
      controller.signal.addEventListener("abort", () => reject(controller.signal.reason), { once: true });
    });
    return await Promise.race([work(controller.signal), aborted]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener("abort", stop);
  }
}
