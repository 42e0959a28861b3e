/** Judges a target again and again: when its server comes back, or a file has changed. */
import { existsSync, statSync } from "node:fs";
import { watch as watchFolder } from "node:fs/promises";
import { connect } from "node:net";
import { basename, dirname, resolve } from "node:path";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { realClock } from "../../clock.ts";
import type { Report } from "../model/report.ts";
import { isFailure } from "./last-run.ts";

/** How often it is tried whether the server accepts connections, and how long it may take to stop after a file has changed. */
const pollMs = 100;
const stopMs = 1000;

/** Until Ctrl-C; resolves to the last report's exit code. Throws what the first run throws, and `UsageError` for a file that is not there. */
export async function watch(judge: () => Promise<Report>, files: readonly string[], io: VerbContext): Promise<number> {
  for (const file of files) if (!existsSync(file)) throw new UsageError(`--watch: there is no ${file}`);
  let report = await judge();
  while (!io.signal.aborted) {
    const when = ["the server comes back", ...files.map((file) => `${file} changes`)].join(", or ");
    io.stderr.write(`watching: the next run is when ${when}; Ctrl-C ends\n`);
    const onStop = () => io.stderr.write("the server has stopped\n");
    const occasion = await nextOccasion(new URL(report.target.baseUrl), files, io.signal, onStop).catch(
      (error: unknown) => {
        if (!io.signal.aborted) throw error;
      },
    );
    if (occasion === undefined) break;
    io.stderr.write(`\n${occasion}\n`);
    try {
      const next = await judge();
      io.stderr.write(`${changesBetween(report, next)}\n`);
      report = next;
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      io.stderr.write(`fpk check: ${error.message}\n`);
    }
  }
  return report.exitCode;
}

/** `since the last run: 1 mended (auth.expired-key), 1 new (body.is-json), 3 still fail`. */
function changesBetween(before: Report, after: Report): string {
  const failed = before.results.filter(isFailure).map(({ id }) => id);
  const fails = after.results.filter(isFailure).map(({ id }) => id);
  const passes = after.results.filter(({ verdict }) => verdict === "pass").map(({ id }) => id);
  const part = (ids: readonly string[], what: string) =>
    ids.length === 0 ? [] : [`${ids.length} ${what} (${ids.join(", ")})`];
  const parts = [
    ...part(
      failed.filter((id) => passes.includes(id)),
      "mended",
    ),
    ...part(
      fails.filter((id) => !failed.includes(id)),
      "new",
    ),
    ...part(
      failed.filter((id) => !passes.includes(id) && !fails.includes(id)),
      "failed before and not judged now",
    ),
  ];
  const still = fails.filter((id) => failed.includes(id)).length;
  if (still > 0) parts.push(`${still} still ${still === 1 ? "fails" : "fail"}`);
  return `since the last run: ${parts.join(", ") || "no change, and nothing fails"}`;
}

/** Resolves to what happened, in words, once the server accepts connections. Rejects when the signal is aborted. */
async function nextOccasion(
  server: URL,
  files: readonly string[],
  signal: AbortSignal,
  onStop: () => void,
): Promise<string> {
  const settled = new AbortController();
  const until = AbortSignal.any([signal, settled.signal]);
  try {
    return await Promise.race([
      comeback(server, Number.POSITIVE_INFINITY, until, onStop).then(() => "the server is back"),
      ...files.map(async (file) => {
        await changeOf(file, until);
        await comeback(server, stopMs, until);
        return `${file} has changed`;
      }),
    ]);
  } finally {
    settled.abort();
  }
}

/** Resolves when the server has stopped and accepts connections again, or has not stopped for `ms`. */
async function comeback(server: URL, ms: number, signal: AbortSignal, onStop = () => {}): Promise<void> {
  const until = realClock.now() + ms;
  let hasStopped = false;
  for (;;) {
    const isUp = await accepts(server);
    if (isUp && (hasStopped || realClock.now() >= until)) return;
    if (!isUp && !hasStopped) onStop();
    hasStopped ||= !isUp;
    await realClock.sleep(pollMs, signal);
  }
}

/** A connection alone is no request: it takes nothing from any limit. */
const accepts = ({ protocol, hostname, port }: URL): Promise<boolean> =>
  new Promise((settle) => {
    const defaultPort = protocol === "https:" ? 443 : 80;
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ""),
      port: Number(port) || defaultPort,
      timeout: 1000,
    });
    const end = (isUp: boolean) => {
      socket.destroy();
      settle(isUp);
    };
    socket
      .once("connect", () => end(true))
      .once("error", () => end(false))
      .once("timeout", () => end(false));
  });

/** Editors replace a file by another of its name, so its folder is watched. */
async function changeOf(path: string, signal: AbortSignal): Promise<void> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const folder = isFolder ? path : dirname(resolve(path));
  for await (const { filename } of watchFolder(folder, { recursive: isFolder, signal })) {
    if (isFolder || filename === basename(path)) return;
  }
}
