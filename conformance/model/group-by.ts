/** The items with the same key together; the groups in the order of their first items. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly (readonly T[])[] {
  const keys = new Set(items.map(keyOf));
  return [...keys].map((key) => items.filter((item) => keyOf(item) === key));
}
