/** Prism in a process of its own, serving the published contract. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const contract = fileURLToPath(new URL("../../../../spec/openapi.yaml", import.meta.url));

export interface Prism {
  /** Prism serves the paths of the contract without the prefix of its servers. */
  readonly baseUrl: string;
  /** Ends the process; resolves when it is gone. */
  close(): Promise<void>;
}

/** How long Prism may take until it listens, in milliseconds. */
const maxStartMs = 60_000;

/** Starts `command` on a port that the system chooses; resolves when it prints that it listens, rejects with what it printed. */
export function startPrism(command: string, options: readonly string[]): Promise<Prism> {
  const child = spawn(command, ["mock", "--host", "127.0.0.1", "--port", "0", ...options, contract], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const gone = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const close = () => {
    child.kill("SIGTERM");
    return gone;
  };
  return new Promise((resolve, reject) => {
    let printed = "";
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`prism ${why}: ${printed}`));
    };
    const timer = setTimeout(() => {
      fail(`does not listen after ${maxStartMs / 1000} s`);
      close();
    }, maxStartMs);
    child.once("error", ({ message }) => fail(message));
    child.once("close", (code) => fail(`ended with ${code}`));
    // Read to the end: a pipe that is full would stop it.
    for (const output of [child.stdout, child.stderr]) {
      output.setEncoding("utf8").on("data", (text: string) => {
        printed = `${printed}${text}`.slice(-4000);
        const baseUrl = /Prism is listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(printed)?.[1];
        if (baseUrl === undefined) return;
        clearTimeout(timer);
        resolve({ baseUrl, close });
      });
    }
  });
}
