/** Of an even number of values the upper of the two in the middle; 0 for an empty list. */
export const median = (numbers: readonly number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
