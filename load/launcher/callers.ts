/** The target's credentials with their organizations: declared, or asked of the target (DESIGN §8). */
import { realClock } from "../../clock.ts";
import { type Caller, callerOf } from "../../conformance/client/caller.ts";
import { createClient } from "../../conformance/client/client.ts";
import { createTransport } from "../../conformance/client/transport.ts";
import type { ExchangeRecord } from "../../conformance/model/exchange.ts";
import { recordOf } from "../../conformance/run/assemble-report.ts";
import { identify } from "../../conformance/run/identify.ts";
import type { Target } from "../../conformance/target-file/target.ts";
import { loadContract } from "../../spec/contract.ts";

export interface Callers {
  readonly callers: readonly Caller[];
  /** What was sent to find out: it counts against the limit, too. */
  readonly exchanges: readonly ExchangeRecord[];
}

const usableOf = ({ credentials }: Target) => credentials.filter(({ expired }) => !expired);

/** There are several, and the file does not say of each whose it is. */
export function mustAsk(target: Target): boolean {
  const usable = usableOf(target);
  return usable.length > 1 && usable.some(({ org }) => org === undefined);
}

/** Sends nothing unless it must ask. Throws `Unreachable`. */
export async function callersOf(target: Target, signal: AbortSignal): Promise<Callers> {
  const usable = usableOf(target);
  if (!mustAsk(target)) return { callers: usable.map((one) => callerOf(one, one.org)), exchanges: [] };
  const transport = createTransport({ clock: realClock });
  try {
    const contract = loadContract();
    // What waits for a window is left to the scripts.
    const unlimited = { ...target, credentials: usable, rateLimit: null };
    const client = createClient({ target: unlimited, contract, transport, clock: realClock, signal });
    const callers = await identify(client, unlimited);
    const organizations = new Map(callers.map(({ label, organization }) => [label, organization]));
    const exchanges = client.exchanges.map((exchange) => {
      const organization = organizations.get(exchange.credential);
      return { ...recordOf(exchange), ...(organization === undefined ? {} : { organization }) };
    });
    return { callers, exchanges };
  } finally {
    await transport.close();
  }
}
