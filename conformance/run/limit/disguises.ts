/**
 * §8: the limit is the organization's. A faulty limiter counts by the client's address or name, or by the path as it is
 * written: it counts the requests of this file separately.
 */
import type { Contract } from "../../../spec/contract.ts";
import { type Spelling, spellings } from "../../cases/shared/spellings.ts";
import type { Outgoing } from "../../client/client.ts";
import type { HeaderList } from "../../model/exchange.ts";

/**
 * Changes the requests: every second one names another client in its headers; three more get a query, or another
 * spelling of the path, chosen by the run's seed. Several have the same change, since a limiter may have refilled one.
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

/** Headers in which proxies name their client. The addresses are reserved for documentation (RFC 5737). */
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
