import { defineMutant } from "./mutant.ts";

export default [
  defineMutant({
    id: "expired-key-accepted",
    clause: "auth.key-expiry",
    fault: "An API key works after its expiry date",
    change: (parts) => ({ ...parts, credentials: { ...parts.credentials, isExpired: () => false } }),
  }),
];
