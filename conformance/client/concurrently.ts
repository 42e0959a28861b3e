/** Work that goes on at the same time, and so takes the time of its longest part. */

/** The results in the order of the parts. Waits for all of them; then throws what the first of those that failed threw. */
export async function concurrently<T>(parts: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
  const settled = await Promise.allSettled(parts.map((part) => part()));
  return settled.map((result) => {
    if (result.status === "rejected") throw result.reason;
    return result.value;
  });
}
