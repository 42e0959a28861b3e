/** The reference behind somebody else's limiter: it counts nothing, and sends none of the limiter's headers. It is not a legal choice. */
import { replace } from "./seams.ts";
import { defineVariant } from "./variants/variant.ts";

export const withoutLimiter = defineVariant({
  id: "without-limiter",
  choice: "There is no limiter",
  group: "algorithm",
  change: replace("limiter", () => ({ counts: () => false, sendsHeaders: () => false })),
});
