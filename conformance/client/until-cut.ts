/** Ends the waiting for work when the run is cut, also where the work heeds nothing. */

/** How long what is under way has to end by itself, in real ms: what it was told last is then kept. */
const endsWithinMs = 250;

/** What `work` brings; throws what `cut` makes where it has not ended soon after the signal. */
export async function untilCut<T>(work: Promise<T>, signal: AbortSignal | undefined, cut: () => Error): Promise<T> {
  if (signal === undefined) return work;
  let timer: NodeJS.Timeout | undefined;
  let stop = () => {};
  const over = new Promise<never>((_, reject) => {
    stop = () => {
      timer = setTimeout(() => reject(cut()), endsWithinMs);
    };
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
