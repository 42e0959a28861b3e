/** The steps that every request takes. */

export type Step = "identify" | "limiter" | "authorize" | "body" | "validate" | "routes" | "errors";

export interface Pipeline {
  /** In their order. `errors` answers with whatever the steps before it throw. */
  readonly steps: readonly Step[];
}

/** In this order 401, 404, 400, 413, 415 and 429 all carry the rate limit's headers. */
export const pipeline: Pipeline = {
  steps: ["identify", "limiter", "authorize", "body", "validate", "routes", "errors"],
};
