/** The reference without its limiter, to be put behind another one. Without any limiter it does not conform. */
import { replace } from "./seams/replace.ts";
import { defineVariant } from "./variants/variant.ts";

export const withoutLimiter = defineVariant({
  id: "without-limiter",
  choice: "The server has no rate limiter",
  group: "algorithm",
  change: replace("limiter", { counts: () => false, sendsHeaders: () => false }),
});
