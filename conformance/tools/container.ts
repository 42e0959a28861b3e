/** How a tool in a container sees this machine, and whose its files are. */
import type { Environment, Found } from "./tool.ts";

/** A process to start: in a container, docker's. */
export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Environment;
}

/** Where a tool runs: the tool itself, and the machine; `linux` can share its network with a container. */
export interface Seat {
  readonly found: Found;
  readonly platform: NodeJS.Platform;
}

/** How a container calls this machine, where it has a network of its own. */
const gateway = "host.docker.internal";

/** The name or address in a URL, without brackets. */
export const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, "");

/** Addresses of this machine alone (RFC 1122, RFC 4291, RFC 6761); a name that somebody points here is not one. */
export function isLoopback(host: string): boolean {
  if (host === "localhost" || host.endsWith(".localhost") || host === "::1") return true;
  return /^127(\.\d{1,3}){3}$/.test(host) || /^::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}$/.test(host);
}

/** The URL as the tool sees it. */
export function seenFrom({ found, platform }: Seat, url: string): string {
  if (found.kind !== "docker" || platform === "linux" || !isLoopback(hostOf(url))) return url;
  const seen = new URL(url);
  seen.hostname = gateway;
  return seen.href.replace(/\/$/, "");
}

/** Docker's arguments with which a container reaches these URLs as `seenFrom` writes them. */
export function networkTo(seat: Seat, urls: readonly string[]): readonly string[] {
  if (seat.platform === "linux") return ["--network", "host"];
  return urls.some((url) => seenFrom(seat, url) !== url) ? ["--add-host", `${gateway}:host-gateway`] : [];
}

/** Docker's arguments with which a folder has the same path inside as outside. */
export const mounted = (folder: string): readonly string[] => [
  "--mount",
  `type=bind,source=${folder},target=${folder}`,
];

/** `1000:1000`, whose files a container is to write; undefined where the machine knows no such numbers. */
export function ownUser(): string | undefined {
  const [user, group] = [process.getuid?.(), process.getgid?.()];
  return user === undefined || group === undefined ? undefined : `${user}:${group}`;
}
