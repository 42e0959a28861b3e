/** Makes what is found small, so that its reader sees the cause. */

/** The items without those that it does not need to hold: one after the other is left out, as long as it still holds. */
export async function shrink<T>(
  items: readonly T[],
  holds: (fewer: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let kept = items;
  for (const item of items) {
    const fewer = kept.filter((one) => one !== item);
    if (fewer.length > 0 && (await holds(fewer))) kept = fewer;
  }
  return kept;
}
