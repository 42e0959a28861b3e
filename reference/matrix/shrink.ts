/** Leaves out each item in turn if `holds` is true for the remaining items; returns the items that remain. */
export async function shrink<T>(
  items: readonly T[],
  holds: (fewer: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let kept = items;
  for (const item of items) {
    const fewer = kept.filter((other) => other !== item);
    if (fewer.length > 0 && (await holds(fewer))) kept = fewer;
  }
  return kept;
}
