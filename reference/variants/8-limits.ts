import { SlidingLog } from "../limiters/sliding-log.ts";
import { TokenBucket } from "../limiters/token-bucket.ts";
import { defineVariant } from "./variant.ts";

export default [
  defineVariant({
    id: "limiter-sliding-log",
    choice: "The window slides: each request counts for one window's length",
    change: (parts) => ({ ...parts, limiter: { ...parts.limiter, createAlgorithm: () => new SlidingLog() } }),
  }),
  defineVariant({
    id: "limiter-token-bucket",
    choice: "A bucket of tokens that fills evenly, from empty to full in one window",
    change: (parts) => ({ ...parts, limiter: { ...parts.limiter, createAlgorithm: () => new TokenBucket() } }),
  }),
];
