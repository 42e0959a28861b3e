/** Names that somebody may have meant. */

/** Up to three of `names` that are a few letters from `given` or contain it, nearest first. */
export function nearest(given: string, names: readonly string[]): string[] {
  return names
    .map((name) => ({ name, distance: name.includes(given) ? 0 : distance(given, name) }))
    .filter(({ name, distance }) => distance <= Math.max(2, Math.floor(name.length / 3)))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** How many letters must be put in, left out or replaced to get from one word to the other (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [above, letter] of [...one].entries()) {
    const next = [above + 1];
    for (let at = 0; at < other.length; at += 1) {
      const replaced = (row[at] ?? 0) + (letter === other[at] ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
