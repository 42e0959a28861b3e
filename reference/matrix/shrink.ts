/** Makes a finding small, so that its cause is seen. */

/** Leaves out one item after the other for as long as `holds` resolves to true for the rest; returns what remains. */
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
