import { defineMutant } from "./mutant.ts";

export default [
  defineMutant({
    id: "limit-by-key",
    clause: "limit.per-organization",
    fault: "Each API key has a limit of its own",
    change: (parts) => ({ ...parts, limiter: { ...parts.limiter, bucketOf: (caller) => caller?.credentialId } }),
  }),
];
