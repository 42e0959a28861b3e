/** The same numbers for each seed, from 0 to 1. */
export function pseudoRandom(seed = 12345): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}
