/** The candidate that a mistyped word was probably meant to be, whatever its case; `undefined` where none is near. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const allowance = Math.max(1, Math.floor(word.length / 3));
  const ranked = candidates
    .map((candidate) => ({ candidate, edits: edits(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  const best = ranked[0];
  return best !== undefined && best.edits <= allowance ? best.candidate : undefined;
}

/** Levenshtein's distance: letters to insert, delete or replace. Words longer than 64 letters are near to nothing. */
function edits(from: string, to: string): number {
  if (from.length > 64 || to.length > 64) return Number.POSITIVE_INFINITY;
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}
