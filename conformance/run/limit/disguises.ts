/**
 * §8: the limit is the organization's. A limiter that looks at a sender's address, or at a path with its query, takes these requests
 * for others than they are.
 */
import type { Contract } from "../../../spec/contract.ts";
import type { Outgoing } from "../../client/client.ts";

/** Half of the requests from another address each, as a proxy would say, and half with a query; the run's seed chooses which. */
export const disguised = (requests: readonly Outgoing[], contract: Contract, seed: number): readonly Outgoing[] =>
  requests.map((outgoing, at) =>
    (at + seed) % 2 === 0
      ? { ...outgoing, headers: [["x-forwarded-for", `${documentation}${1 + (at % 254)}`]] }
      : { ...outgoing, undeclared: { path: `${contract.operation(outgoing.operation).path}?fpk=${at}` } },
  );

/** Addresses that nobody has (RFC 5737). */
const documentation = "203.0.113.";
