/** The arguments of docker with which a tool in a container reaches this machine's servers and files. */
import type { Environment, FoundTool } from "./tool.ts";

/** A process to start. For a tool in a container, the command is docker. */
export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Environment;
}

/** The place where a tool runs. On `linux`, a container can share the network of the machine. */
export interface Placement {
  readonly found: FoundTool;
  readonly platform: NodeJS.Platform;
}

/** The name of this machine in a container that does not share its network. */
const hostName = "host.docker.internal";

/** The host name or address in a URL; an IPv6 address without its brackets. */
export const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, "");

/** Whether a host is a loopback address or `localhost` (RFC 1122, RFC 4291, RFC 6761). No name is looked up. */
export function isLoopback(host: string): boolean {
  if (host === "localhost" || host.endsWith(".localhost") || host === "::1") return true;
  return /^127(\.\d{1,3}){3}$/.test(host) || /^::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}$/.test(host);
}

/** The URL by which the tool reaches the server at `url`. */
export function urlSeenFrom({ found, platform }: Placement, url: string): string {
  if (found.kind !== "docker" || platform === "linux" || !isLoopback(hostOf(url))) return url;
  const seen = new URL(url);
  seen.hostname = hostName;
  return seen.href.replace(/\/$/, "");
}

/** The arguments of docker with which a container reaches the URLs that `urlSeenFrom` returns for `urls`. */
export function networkArguments(placement: Placement, urls: readonly string[]): readonly string[] {
  if (placement.platform === "linux") return ["--network", "host"];
  return urls.some((url) => urlSeenFrom(placement, url) !== url) ? ["--add-host", `${hostName}:host-gateway`] : [];
}

/** The arguments of docker that mount a folder at the same path as on this machine. */
export const mountArguments = (folder: string): readonly string[] => [
  "--mount",
  `type=bind,source=${folder},target=${folder}`,
];

/** The user and group of this process, such as `1000:1000`; undefined on systems without such numbers. */
export function currentUser(): string | undefined {
  const [user, group] = [process.getuid?.(), process.getgid?.()];
  return user === undefined || group === undefined ? undefined : `${user}:${group}`;
}
