/** Waits until a watched target should be judged again: its server comes back, or a file changes. */
import { statSync } from "node:fs";
import { watch as watchFolder } from "node:fs/promises";
import { connect } from "node:net";
import { basename, dirname, resolve } from "node:path";
import { realClock } from "../../clock.ts";

/**
 * How often a connection to the server is tried. A restart within this time is not noticed. No connection is kept open
 * to see it end: a server that handles one connection at a time would then answer nobody else.
 */
export const pollMs = 25;

/** The time in milliseconds within which the server may stop after a file has changed. */
const stopMs = 1000;

export interface Watched {
  /** Paths of files and folders. */
  readonly paths: readonly string[];
  /** Names of files that runs write themselves. */
  readonly ignored: readonly string[];
}

/** Ends a run without a report: before and after it, the server may be of two versions. */
export class Restarted extends Error {}

/** Resolves when the server has stopped and accepts connections again. Rejects if the signal is aborted. */
export const untilRestarted = (server: URL, signal: AbortSignal, onStop: () => void): Promise<void> =>
  comeback(server, Number.POSITIVE_INFINITY, signal, onStop);

/**
 * Resolves to a sentence about what happened, when the server accepts connections. Rejects if the signal is aborted.
 */
export async function nextOccasion(
  server: URL,
  changed: Promise<string>,
  signal: AbortSignal,
  onStop: () => void,
): Promise<string> {
  const settled = new AbortController();
  const until = AbortSignal.any([signal, settled.signal]);
  try {
    return await Promise.race([
      untilRestarted(server, until, onStop).then(() => "the server is back"),
      changed.then(async (path) => {
        await comeback(server, stopMs, until);
        return `${path} has changed`;
      }),
    ]);
  } finally {
    settled.abort();
  }
}

/** Resolves when the server has stopped and accepts connections again, or when it has not stopped within `ms`. */
async function comeback(server: URL, ms: number, signal: AbortSignal, onStop = () => {}): Promise<void> {
  const until = realClock.now() + ms;
  let hasStopped = false;
  for (;;) {
    const state = await stateOf(server);
    if (state === "up" && (hasStopped || realClock.now() >= until)) return;
    if (state === "down" && !hasStopped) onStop();
    hasStopped ||= state === "down";
    await realClock.sleep(pollMs, signal);
  }
}

/**
 * `down`: connections are refused; `busy`: neither accepted soon nor refused. A connection without a request does not
 * count against any limit.
 */
const stateOf = ({ protocol, hostname, port }: URL): Promise<"up" | "down" | "busy"> =>
  new Promise((settle) => {
    const defaultPort = protocol === "https:" ? 443 : 80;
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port) || defaultPort,
      timeout: 1000,
    });
    const end = (state: "up" | "down" | "busy") => {
      socket.destroy();
      settle(state);
    };
    socket
      .once("connect", () => end("up"))
      .once("error", () => end("down"))
      .once("timeout", () => end("busy"));
  });

/** Resolves to the first of the paths that changes, even during a run. */
export function firstChange({ paths, ignored }: Watched, signal: AbortSignal) {
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const path = Promise.race(paths.map((each) => changeOf(each, ignored, until)));
  path.catch(() => {});
  return { path, stop: () => over.abort() };
}

/** Watches the folder, since editors replace a file by another one with its name. */
async function changeOf(path: string, ignored: readonly string[], signal: AbortSignal): Promise<string> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const folder = isFolder ? path : dirname(resolve(path));
  const isIgnored = (name: string) => ignored.includes(basename(name)) || /(^|[/\\])\./.test(name);
  for await (const { filename } of watchFolder(folder, { recursive: isFolder, signal })) {
    if (isFolder ? filename !== null && !isIgnored(filename) : filename === basename(path)) break;
  }
  return path;
}
