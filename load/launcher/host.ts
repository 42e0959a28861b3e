/** Load goes to this machine, or to a host that the caller has named twice. */
import { UsageError } from "../../conformance/verbs/verb.ts";

/** The name or address in a base URL, without brackets. */
export const hostOf = (baseUrl: string) => new URL(baseUrl).hostname.replace(/^\[|\]$/g, "");

/** Addresses of this machine alone (RFC 1122, RFC 4291, RFC 6761); a name that somebody points here is not one. */
export function isLoopback(host: string): boolean {
  if (host === "localhost" || host.endsWith(".localhost") || host === "::1") return true;
  return /^127(\.\d{1,3}){3}$/.test(host) || /^::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}$/.test(host);
}

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
