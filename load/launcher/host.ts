/** Load goes to this machine, or to a host that the caller has named twice. */

import { UsageError } from "../../cli/usage-error.ts";
import { hostOf, isLoopback } from "../../conformance/tools/container.ts";

/** Throws `UsageError` unless it is loopback, or confirmed. */
export function requireConfirmed(baseUrl: string, named: string | undefined): void {
  const confirmed = named?.toLowerCase();
  const host = hostOf(baseUrl);
  const whole = new URL(baseUrl).host;
  if (confirmed !== undefined && confirmed !== host && confirmed !== whole) {
    throw new UsageError(`--confirm-host ${confirmed} is not the host of ${baseUrl}, which is ${host}`);
  }
  if (confirmed !== undefined || isLoopback(host)) return;
  throw new UsageError(
    `${host} is not this machine. If it may be loaded, and you may load it, add --confirm-host ${host}`,
  );
}
