/** Stops waiting for work when the run is cut, even if the work ignores the signal. */

/** How long work in progress may continue after the cut, in real ms, so that its last response is recorded. */
const endsWithinMs = 250;

/** The result of `work`. Throws the error of `cut` if the work has not ended soon after the signal. */
export async function untilCut<T>(work: Promise<T>, signal: AbortSignal, cut: () => Error): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = () => {};
  const over = new Promise<never>((_, reject) => {
    stop = () => {
      timer = setTimeout(() => reject(cut()), endsWithinMs);
    };
  });
  if (signal.aborted) stop();
  else signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, over]);
  } finally {
    signal.removeEventListener("abort", stop);
    clearTimeout(timer);
  }
}
