/** Corrects the organization and the kind of credential of exchanges at the end of a run. */
import type { Caller } from "../client/caller.ts";
import { type Exchange, exchangeOf } from "../model/exchange.ts";
import type { Discovery } from "./discovery/discover.ts";
import { organizationForLimiter } from "./limit/organization-of-key.ts";

/** For exchanges that were sent before their credential's organization was known, or under a wrong declaration. */
export function withCallers(exchanges: readonly Exchange[], callers: readonly Caller[]): readonly Exchange[] {
  const known = new Map(callers.map((caller) => [caller.label, caller]));
  return exchanges.map((exchange) => {
    const { organization = exchange.organization, kind } = known.get(exchange.credential) ?? exchange;
    if (exchange.organization === organization && exchange.kind === kind) return exchange;
    return exchangeOf({ ...exchange, kind, ...(organization === undefined ? {} : { organization }) });
  });
}

/** If the organization of the key that crossed the limit is unknown, the key counts as an organization of its own. */
export function withOrganizationOfKey(
  exchanges: readonly Exchange[],
  { cast, limitCaller }: Discovery,
): readonly Exchange[] {
  const organization = organizationForLimiter(cast.callers, limitCaller);
  if (limitCaller === undefined || organization === undefined) return exchanges;
  return withCallers(exchanges, [{ ...limitCaller, organization }]);
}
