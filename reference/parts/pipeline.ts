/** The steps in which every request is handled. */

export type Step = "identify" | "limiter" | "authorize" | "body" | "validate" | "routes";

export interface Pipeline {
  /** The steps, in their order. If a step throws, its error is the response, and later steps are left out. */
  readonly steps: readonly Step[];
}

/** In this order, all error responses have the rate limit's headers. */
export const pipeline: Pipeline = {
  steps: ["identify", "limiter", "authorize", "body", "validate", "routes"],
};
