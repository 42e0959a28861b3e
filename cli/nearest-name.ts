import leven from "leven";

/** The candidate that a mistyped word probably stands for, ignoring case; `undefined` where none is similar. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const maxEdits = Math.max(1, Math.floor(word.length / 3));
  const ranked = candidates
    .map((candidate) => ({
      candidate,
      edits: leven(word.toLowerCase(), candidate.toLowerCase(), { maxDistance: maxEdits + 1 }),
    }))
    .sort((a, b) => a.edits - b.edits);
  const closest = ranked[0];
  return closest !== undefined && closest.edits <= maxEdits ? closest.candidate : undefined;
}
