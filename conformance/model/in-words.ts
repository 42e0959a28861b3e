/** `a`, `a and b`, `a, b and c`. Scenarios import this file inside k6: no npm. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
