/** The steps that every request takes. */

export type Step = "identify" | "limiter" | "authorize" | "body" | "validate" | "routes";

export interface Pipeline {
  /** In their order. What one throws is answered, and the steps after it are not taken. */
  readonly steps: readonly Step[];
}

/** In this order 401, 404, 400, 413, 415 and 429 all carry the rate limit's headers. */
export const pipeline: Pipeline = {
  steps: ["identify", "limiter", "authorize", "body", "validate", "routes"],
};
