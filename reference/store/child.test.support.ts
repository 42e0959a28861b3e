/** `fpk serve` in a process that a test may kill. */

import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { built } from "../built.test.support.ts";

export interface Child {
  readonly process: ChildProcess;
  readonly baseUrl: string;
}

/** Starts `fpk serve` with these arguments; resolves when it has printed its base URL. */
export function serveInChild(...args: readonly string[]): Promise<Child> {
  const child = spawn(process.execPath, [fileURLToPath(built("cli.js")), "serve", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  return new Promise((resolve, reject) => {
    let printed = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      if (printed.includes("\n")) resolve({ process: child, baseUrl: printed.split("\n")[0] ?? "" });
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      errors += text;
    });
    child.on("exit", (code) => reject(new Error(`the child ended with ${code}: ${errors}`)));
  });
}

/** Kills a child as `kill -9` does, and waits until it is gone. */
export function kill({ process: child }: Child): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}
