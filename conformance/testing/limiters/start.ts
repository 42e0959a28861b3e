/** Starts a limiter in a separate process, in front of a server that has no limiter. */
import { type ChildProcess, spawn } from "node:child_process";
import type { ConformOptions } from "../../index.ts";
import type { RateLimit } from "../../model/rate-limit.ts";
import type { Environment } from "../../tools/tool.ts";
import type { RealLimiter } from "./real-limiter.ts";

export interface Upstream {
  /** The base URL of the server that the limiter passes requests on to. */
  readonly baseUrl: string;
  readonly credentials: ConformOptions["credentials"];
}

interface RunningLimiter {
  /** The path is that of the upstream's. */
  readonly baseUrl: string;
  /** Ends the process; resolves when it is gone. */
  close(): Promise<void>;
}

/** How long a limiter may take until it answers, in milliseconds: on a busy machine, Java and Python take seconds. */
const maxStartMs = 60_000;

/** No process outlives this one. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Resolves when the limiter answers. Rejects with the limiter's output if it does not. */
export async function startLimiter(
  limiter: RealLimiter,
  upstream: Upstream,
  { limit, windowSeconds }: RateLimit,
  env: Environment,
): Promise<RunningLimiter> {
  const { origin, pathname } = new URL(upstream.baseUrl);
  const { command, args, cwd, env: ofCommand } = limiter.command(env);
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    ...(cwd === undefined ? {} : { cwd }),
    env: {
      ...env,
      ...ofCommand,
      UPSTREAM: origin,
      LIMIT: String(limit),
      WINDOW_SECONDS: String(windowSeconds),
      ORGANIZATIONS: organizationsOf(upstream),
    },
  });
  running.add(child);
  const end = () => child.kill("SIGKILL");
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const close = () => {
    running.delete(child);
    child.kill("SIGTERM");
    const timer = setTimeout(end, 10_000);
    return ended.finally(() => clearTimeout(timer));
  };
  const deadline = AbortSignal.timeout(maxStartMs);
  let printed = "";
  try {
    const address = await new Promise<string>((resolve, reject) => {
      const fail = (reason: string) => reject(new Error(`${limiter.name} ${reason}: ${printed}`));
      deadline.addEventListener("abort", () => fail(`did not listen within ${maxStartMs / 1000} s`));
      child.once("error", ({ message }) => fail(`does not start, ${message}`));
      child.once("close", (code) => fail(`ended with ${code}`));
      // Read to the end: a pipe that is full would stop the process.
      for (const output of [child.stdout, child.stderr]) {
        output.setEncoding("utf8").on("data", (text: string) => {
          printed = `${printed}${text}`.slice(-4000);
          const [found] = /http:\/\/127\.0\.0\.1:[1-9]\d*(?=\D)/.exec(printed) ?? [];
          if (found !== undefined) resolve(found);
        });
      }
    });
    const baseUrl = `${address}${pathname}`;
    await fetch(`${baseUrl}/v1/me`, { signal: deadline }).then((response) => response.arrayBuffer());
    return { baseUrl, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The keys and sessions that are valid. */
const organizationsOf = ({ credentials }: Upstream) =>
  credentials
    .filter(({ org, expired }) => org !== undefined && expired !== true)
    .map(({ token, org }) => `${token} ${org}`)
    .join("\n");
