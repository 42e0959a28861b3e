/** Exchanges as sent by whom they are known to be from, when all of a run is known. */
import type { Caller } from "../client/caller.ts";
import { type Exchange, exchangeOf } from "../model/exchange.ts";
import type { Discovery } from "./discovery.ts";
import { organizationForLimiter } from "./limit/organization-of-key.ts";

/** What was sent before it was known whose credential it was, or as what was declared wrongly, is known now. */
export function withCallers(exchanges: readonly Exchange[], callers: readonly Caller[]): readonly Exchange[] {
  const known = new Map(callers.map((caller) => [caller.label, caller]));
  return exchanges.map((exchange) => {
    const { organization = exchange.organization, kind } = known.get(exchange.credential) ?? exchange;
    if (exchange.organization === organization && exchange.kind === kind) return exchange;
    return exchangeOf({ ...exchange, kind, ...(organization === undefined ? {} : { organization }) });
  });
}

/** The key whose limit was crossed stands for an organization of its own, where it has none. */
export function withOrganizationOfKey(
  exchanges: readonly Exchange[],
  { cast, crossing }: Discovery,
): readonly Exchange[] {
  const organization = organizationForLimiter(cast.callers, crossing);
  if (crossing === undefined || organization === undefined) return exchanges;
  return withCallers(exchanges, [{ ...crossing, organization }]);
}
