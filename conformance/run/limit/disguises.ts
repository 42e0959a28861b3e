/**
 * §8: the limit is the organization's. A limiter that looks at what a client says about itself, or at a path as it is written, takes
 * these requests for others than they are.
 */
import type { Contract } from "../../../spec/contract.ts";
import { type Spelling, spellings } from "../../cases/given/spellings.ts";
import type { Outgoing } from "../../client/client.ts";
import type { HeaderList } from "../../model/exchange.ts";

/**
 * Every second request from another client each; and three once more, with a query or with another spelling of the path. The run's seed
 * chooses which. They must be several of a kind, since a limiter may have refilled one.
 */
export function disguised(requests: readonly Outgoing[], contract: Contract, seed: number): readonly Outgoing[] {
  const spell = seed % 2 === 0 ? withQuery : (spellings[((seed - 1) / 2) % spellings.length] ?? withQuery);
  const fromClients = requests.map((outgoing, at) =>
    at % 2 === 0 ? { ...outgoing, headers: headersOfClient(at) } : outgoing,
  );
  const respelled = requests.flatMap((outgoing, at) =>
    (at - (seed % requests.length) + requests.length) % requests.length < maxRespelled
      ? [{ ...outgoing, undeclared: { path: spell(contract.operation(outgoing.operation).path) } }]
      : [],
  );
  return [...fromClients, ...respelled];
}

const maxRespelled = 3;

const withQuery: Spelling = (path) => `${path}?fpk=1`;

/** As a proxy would name its client. The addresses are nobody's (RFC 5737). */
function headersOfClient(at: number): HeaderList {
  const address = `203.0.113.${1 + (at % 254)}`;
  return [
    ["forwarded", `for=${address}`],
    ["user-agent", `fpk/${at}`],
    ...["x-forwarded-for", "x-real-ip", "x-client-ip", "cf-connecting-ip", "true-client-ip"].map(
      (name) => [name, address] as const,
    ),
  ];
}
