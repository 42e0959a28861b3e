import leven from "leven";

/** Up to three of `names` that contain `given` or differ from it in a few letters, whatever their case; nearest first. */
export function nearestNames(given: string, names: readonly string[]): readonly string[] {
  const typed = given.toLowerCase();
  const maxEdits = Math.max(1, Math.floor(given.length / 3));
  const editsTo = (name: string) =>
    typed.length >= 3 && name.includes(typed) ? 0 : leven(typed, name, { maxDistance: maxEdits + 1 });
  return names
    .map((name) => ({ name, edits: editsTo(name.toLowerCase()) }))
    .filter(({ edits }) => edits <= maxEdits)
    .sort((a, b) => a.edits - b.edits)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** The name that `given` was probably meant to be; `undefined` if none is near. */
export const nearest = (given: string, names: readonly string[]): string | undefined => nearestNames(given, names)[0];
