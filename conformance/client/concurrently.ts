/** Runs work concurrently, so that it takes the time of its longest part. */

/** The results, in the order of the parts. Waits for all parts, then throws the error of the first one that failed. */
export async function concurrently<T>(parts: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
  const settled = await Promise.allSettled(parts.map((part) => part()));
  return settled.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}
