/** Without these nothing is to be learnt by crossing the limit. */
export const limiterClauses = [
  "error.429",
  "error.429-only",
  "limit.standard",
  "limit.per-organization",
  "limit.sessions",
  "limit.per-minute",
  "limit.exceeded",
  "limit.remaining",
];
