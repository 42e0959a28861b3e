/** Work that goes on at the same time, so that it takes the time of its longest part. */

/**
 * What each part brought, in their order. Waits for all of them, so that nothing is under way afterwards; then throws what
 * the first of those that failed threw.
 */
export async function sideBySide<T>(parts: readonly (() => Promise<T>)[]): Promise<readonly T[]> {
  const settled = await Promise.allSettled(parts.map((part) => part()));
  return settled.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
}
