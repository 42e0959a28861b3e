/** Compares the target file with recorded traffic: whose the credentials are, and whether they are valid or expired. */
import { callerOf } from "../client/caller.ts";
import { type Exchange, exchangeOf } from "../model/exchange.ts";
import { expiryDoubts } from "../run/declaration/declared-expiry.ts";
import { organizationsInTraffic } from "../run/declaration/declared-organizations.ts";
import { rejectedInTraffic, rejectionDoubts } from "../run/discovery/rejected-credentials.ts";
import type { Target } from "../target-file/target.ts";

interface Declared {
  readonly target: Target;
  readonly exchanges: readonly Exchange[];
}

/** The traffic with the organizations that the target certainly reports, and a sentence for each contradiction. */
export function withConfirmedDeclaration<T extends Declared>(
  traffic: T,
): { readonly traffic: T; readonly doubts: readonly string[] } {
  const { target, exchanges } = traffic;
  const callers = target.credentials.map((credential) => callerOf(credential, credential.org));
  const { doubts, contradicted } = organizationsInTraffic(exchanges, target);
  const organizations = new Map(contradicted.map(({ label, organization }) => [label, organization]));
  const moved = exchanges.map((exchange) => {
    const { credential, organization } = exchange;
    if (!organizations.has(credential) || organizations.get(credential) === organization) return exchange;
    return exchangeOf({ ...exchange, organization: organizations.get(credential) });
  });
  const rejected = rejectedInTraffic(callers, exchanges).map((caller) => ({ caller }));
  return {
    traffic: { ...traffic, exchanges: organizations.size === 0 ? exchanges : moved },
    doubts: [...rejectionDoubts(rejected, callers, target), ...doubts, ...expiryDoubts(target, exchanges)],
  };
}
