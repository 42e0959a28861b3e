/** The target's credentials with their organizations: declared in the target file, or asked of the target. */
import { realClock } from "../../clock.ts";
import { type Caller, callerOf } from "../../conformance/client/caller.ts";
import { createClient } from "../../conformance/client/client.ts";
import { createTransport } from "../../conformance/client/transport.ts";
import type { ExchangeRecord } from "../../conformance/model/exchange.ts";
import { recordOf } from "../../conformance/run/assemble-report.ts";
import { identify, withSharedLimits } from "../../conformance/run/identify.ts";
import type { Credential, Target } from "../../conformance/target-file/target.ts";
import { loadContract } from "../../spec/contract.ts";

export interface Callers {
  /** Expired ones only where the target file gives their organization: they cannot be asked for it. */
  readonly callers: readonly Caller[];
  /** What was sent to find out; it counts against the limit, too. */
  readonly exchanges: readonly ExchangeRecord[];
}

const usableOf = ({ credentials }: Target) => credentials.filter(({ expired }) => !expired);

/** There are several credentials, and the target file does not give each one's organization. */
export function needsIdentifying(target: Target): boolean {
  const usable = usableOf(target);
  return usable.length > 1 && usable.some(({ org }) => org === undefined);
}

/** Sends requests only where the target file leaves organizations out. Throws `Unreachable`. */
export async function identifyCallers(target: Target, signal: AbortSignal): Promise<Callers> {
  const usable = usableOf(target);
  const declared = (credential: Credential) => callerOf(credential, credential.org);
  const expired = target.credentials.filter((credential) => credential.expired && credential.org !== undefined);
  if (!needsIdentifying(target))
    return { callers: withSharedLimits([...usable, ...expired].map(declared)), exchanges: [] };
  const transport = createTransport({ clock: realClock });
  try {
    const contract = loadContract();
    // No limit here: the scripts wait for windows themselves.
    const unlimited = { ...target, credentials: usable, rateLimit: null };
    const client = createClient({ target: unlimited, contract, transport, clock: realClock, signal });
    const callers = await identify(client, unlimited);
    const organizations = new Map(callers.map(({ label, organization }) => [label, organization]));
    const exchanges = client.exchanges.map((exchange) => {
      const organization = organizations.get(exchange.credential);
      return { ...recordOf(exchange), ...(organization === undefined ? {} : { organization }) };
    });
    return { callers: [...callers, ...expired.map(declared)], exchanges };
  } finally {
    await transport.close();
  }
}
