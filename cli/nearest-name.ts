import leven from "leven";

/** Up to three of `names` that are a few letters from `given` or contain it, nearest first. */
export function nearest(given: string, names: readonly string[]): string[] {
  return names
    .map((name) => ({ name, distance: name.includes(given) ? 0 : leven(given, name, { maxDistance: name.length }) }))
    .filter(({ name, distance }) => distance <= Math.max(2, Math.floor(name.length / 3)))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}
