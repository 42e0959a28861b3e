import leven from "leven";

/** Up to three of `names` that contain `given` or differ from it in a few letters, whatever their case; nearest first. */
export function nearestNames(given: string, names: readonly string[]): readonly string[] {
  const typed = given.toLowerCase();
  const allowed = Math.max(1, Math.floor(given.length / 3));
  const distanceTo = (name: string) =>
    typed.length >= 3 && name.includes(typed) ? 0 : leven(typed, name, { maxDistance: allowed + 1 });
  return names
    .map((name) => ({ name, distance: distanceTo(name.toLowerCase()) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}
