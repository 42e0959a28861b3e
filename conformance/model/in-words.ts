/** `a`, `a and b`, `a, b and c`; or with `or`. Scenarios import this file inside k6: no npm. */
export function listed(names: readonly string[], word: "and" | "or" = "and"): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} ${word} ${last}`;
}
