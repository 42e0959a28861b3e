/** Runs one k6 process to its end. */
import { spawn } from "node:child_process";
import type { CommandLine } from "../../conformance/tools/container.ts";

/** How k6 ended. `output`: the last of what it said. */
export interface Ended {
  /** Its exit code; undefined where it was killed or could not be started. */
  readonly code: number | undefined;
  readonly output: string;
}

/** k6 ends its iterations and writes its summary after the first SIGINT; after these it is not waited for any more. */
const patience = { secondMs: 20_000, killMs: 30_000 };

const mostOutput = 200_000;

/**
 * Never rejects. `told` is given each whole line that k6 says. When `signal` aborts, k6 gets SIGINT, once: it is in a process
 * group of its own, so that Ctrl-C does not reach it a second time, which would end it at once.
 */
export function runK6(line: CommandLine, told: (line: string) => void, signal: AbortSignal): Promise<Ended> {
  const child = spawn(line.command, line.args, {
    env: { ...line.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  const rests = ["", ""];
  for (const [at, stream] of [child.stdout, child.stderr].entries()) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output = (output + text).slice(-mostOutput);
      const lines = `${rests[at]}${text}`.split("\n");
      rests[at] = lines.pop() ?? "";
      for (const whole of lines) told(whole);
    });
  }
  const timers: NodeJS.Timeout[] = [];
  const interrupt = () => {
    child.kill("SIGINT");
    timers.push(setTimeout(() => child.kill("SIGINT"), patience.secondMs));
    timers.push(setTimeout(() => child.kill("SIGKILL"), patience.killMs));
  };
  signal.addEventListener("abort", interrupt, { once: true });
  if (signal.aborted) interrupt();
  return new Promise((resolve) => {
    const end = (code: number | null, why = "") => {
      for (const timer of timers) clearTimeout(timer);
      signal.removeEventListener("abort", interrupt);
      for (const rest of rests) if (rest !== "") told(rest);
      resolve({ code: code ?? undefined, output: output + why });
    };
    child.once("error", ({ message }) => end(null, message));
    child.once("close", (code) => end(code));
  });
}
