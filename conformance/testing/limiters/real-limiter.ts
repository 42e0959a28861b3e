/**
 * A library that limits rates, as people use it: a proxy of a few lines, written as the library's documentation shows.
 *
 * Algorithms of `testing/simulated-limiters/` stand for these, which need a Redis server: `token bucket filled each second` for Spring
 * Cloud Gateway, whose script reads the time in whole seconds; `token bucket filled at any interval`, `sliding counter` and `fixed by
 * the clock` for Upstash's three. `token bucket filled at any interval` also stands for the quantum of juju/ratelimit, which is under
 * the LGPL.
 */
import { readFileSync } from "node:fs";
import type { Environment } from "../../tools/tool.ts";
import type { Toolchain } from "./toolchain.ts";

export interface RealLimiter {
  /** The library, and how it is used where it is in the table more than once. Unique. */
  readonly name: string;
  readonly version: string;
  readonly algorithm: string;
  readonly toolchain: Toolchain;
  command(env: Environment): Command;
}

/**
 * A process that prints its address. Its environment has `UPSTREAM`, where it passes requests on to; `LIMIT` and
 * `WINDOW_SECONDS`; and `ORGANIZATIONS`, with a line `TOKEN ORGANIZATION` for each credential.
 */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Environment;
}

/** The version of a library, as the first group of `pattern` finds it in the file that pins it. Throws an `Error` where it does not. */
export function versionIn(file: string, pattern: RegExp): string {
  const version = pattern.exec(readFileSync(file, "utf8"))?.[1];
  if (version === undefined) throw new Error(`${file} has no version of ${pattern.source}`);
  return version;
}
