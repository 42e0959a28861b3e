/** The command in a process of its own: built, as `npx fpk` starts it, and on Deno from its source. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach } from "vitest";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const command = "Deno" in globalThis ? ["run", "-A", at("../cli.ts")] : [at("../dist/cli.js")];

/** The working folder of the commands that a test file starts; it is removed after the last test of each file. */
export const folder = mkdtempSync(join(tmpdir(), "fpk-cli-"));
const remove = () => rmSync(folder, { recursive: true, force: true });
afterAll(remove);

const children: ChildProcess[] = [];
const kill = () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
};
afterEach(kill);

// On Deno several files share this module, and only the first has its hooks.
process.once("exit", () => {
  kill();
  remove();
});

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the command; it is killed when the test is over. */
export function start(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  mkdirSync(folder, { recursive: true });
  const options = { cwd: folder, env: { ...process.env, CI: "true", ...env } };
  const child = spawn(process.execPath, [...command, ...args], options);
  children.push(child);
  const output = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name].setEncoding("utf8").on("data", (text: string) => {
      output[name] += text;
    });
  }
  const ended = new Promise<Ended>((resolve) => child.on("close", (code) => resolve({ code, ...output })));
  /** Resolves when the process has written `text`, with all that it has written there. */
  const until = (name: "stdout" | "stderr", text: string) =>
    new Promise<string>((resolve) => {
      const look = () => output[name].includes(text) && resolve(output[name]);
      child[name].on("data", look);
      look();
    });
  /** By the process's id: after `child.kill()` Deno reports the signal in place of the exit code. */
  const signal = (name: NodeJS.Signals) => child.pid !== undefined && process.kill(child.pid, name);
  return { child, ended, until, signal };
}

export const fpk = (...args: readonly string[]) => start(args).ended;

/** A port that nobody listens on. */
export function closedPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
