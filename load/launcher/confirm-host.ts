/** Load is sent to this machine, or to a host that the user has confirmed by naming it again. */

import { UsageError } from "../../cli/usage-error.ts";
import { hostOf, isLoopback } from "../../conformance/tools/container.ts";

/** Throws `UsageError` unless the host is loopback, or confirmed. */
export function requireConfirmed(baseUrl: string, confirmHost: string | undefined): void {
  const confirmed = confirmHost?.toLowerCase();
  const host = hostOf(baseUrl);
  const hostWithPort = new URL(baseUrl).host;
  if (confirmed !== undefined && confirmed !== host && confirmed !== hostWithPort) {
    throw new UsageError(`--confirm-host ${confirmed} is not the host of ${baseUrl}, which is ${host}`);
  }
  if (confirmed !== undefined || isLoopback(host)) return;
  throw new UsageError(
    `${host} is not this machine. If it may be loaded, and you may load it, add --confirm-host ${host}`,
  );
}
