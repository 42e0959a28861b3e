/** How a tool in a container reaches this machine, and who owns the files that it writes. */
import type { Environment, Found } from "./tool.ts";

/** A process to start; for a tool in a container it is docker's. */
export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Environment;
}

/** Where a tool runs. A container can share the network of a `linux` machine. */
export interface Placement {
  readonly found: Found;
  readonly platform: NodeJS.Platform;
}

/** The name of this machine in a container that has a network of its own. */
const hostName = "host.docker.internal";

/** The name or address in a URL, without brackets. */
export const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, "");

/** Loopback addresses (RFC 1122, RFC 4291, RFC 6761); not a name that resolves to one. */
export function isLoopback(host: string): boolean {
  if (host === "localhost" || host.endsWith(".localhost") || host === "::1") return true;
  return /^127(\.\d{1,3}){3}$/.test(host) || /^::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}$/.test(host);
}

/** The URL by which the tool reaches the same server. */
export function urlSeenFrom({ found, platform }: Placement, url: string): string {
  if (found.kind !== "docker" || platform === "linux" || !isLoopback(hostOf(url))) return url;
  const seen = new URL(url);
  seen.hostname = hostName;
  return seen.href.replace(/\/$/, "");
}

/** Docker's arguments with which a container reaches these URLs as `urlSeenFrom` writes them. */
export function networkArguments(placement: Placement, urls: readonly string[]): readonly string[] {
  if (placement.platform === "linux") return ["--network", "host"];
  return urls.some((url) => urlSeenFrom(placement, url) !== url) ? ["--add-host", `${hostName}:host-gateway`] : [];
}

/** Docker's arguments with which a folder has the same path inside as outside. */
export const mountArguments = (folder: string): readonly string[] => [
  "--mount",
  `type=bind,source=${folder},target=${folder}`,
];

/** `1000:1000`, the user and group of this process; undefined on systems without such numbers. */
export function currentUser(): string | undefined {
  const [user, group] = [process.getuid?.(), process.getgid?.()];
  return user === undefined || group === undefined ? undefined : `${user}:${group}`;
}
