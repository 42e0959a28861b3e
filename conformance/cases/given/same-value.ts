/** Whether two appearances of an item show the same value of a field: two spellings of a time are equal. */
export function isSameValue(name: string, a: unknown, b: unknown): boolean {
  if (a === b) return true;
  const areTimes = name === "createdAt" && typeof a === "string" && typeof b === "string";
  return areTimes && Date.parse(a) === Date.parse(b);
}
