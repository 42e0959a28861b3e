import leven from "leven";

/** The candidate that a mistyped word was probably meant to be, whatever its case; `undefined` where none is near. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const allowance = Math.max(1, Math.floor(word.length / 3));
  const ranked = candidates
    .map((candidate) => ({
      candidate,
      edits: leven(word.toLowerCase(), candidate.toLowerCase(), { maxDistance: allowance + 1 }),
    }))
    .sort((a, b) => a.edits - b.edits);
  const closest = ranked[0];
  return closest !== undefined && closest.edits <= allowance ? closest.candidate : undefined;
}
