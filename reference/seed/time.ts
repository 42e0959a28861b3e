/** Seeded times, all in the past: `count` days after the first of January 2024, each at a different time of day. ISO 8601. */
export const day = (count: number): string =>
  new Date(Date.UTC(2024, 0, 1) + count * 86_400_000 + ((count * 7_919_123) % 86_400_000)).toISOString();
