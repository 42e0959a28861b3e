/** How many exchanges or submissions a failure is about. Pure. */

/** `404; 2 of 30 submissions of KEY_A, 1 of 30 submissions of KEY_B`. */
export const withShares = (actual: string, ...shares: readonly (string | undefined)[]): string => {
  const known = shares.filter((share) => share !== undefined);
  return known.length === 0 ? actual : `${actual}; ${known.join(", ")}`;
};
