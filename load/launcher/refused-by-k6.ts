/** Recognizes that k6 refused its arguments, or the options of a script, before it ran anything. */
import { isBanner, isBar } from "./k6-progress.ts";
import type { K6Exit } from "./run-k6.ts";

/** k6's exit codes for an invalid configuration, a script that it cannot read, and any other wrong argument. */
const refusedCodes = new Set<number | undefined>([104, 107, 255]);

/** k6's own sentence; undefined if it ran the script, or the script threw an exception. */
export function refusedByK6(exits: readonly K6Exit[]): string | undefined {
  const refused = exits.find(
    ({ code, output }) => refusedCodes.has(code) && !/^\s*execution: |GoError|Uncaught|^\s+at /m.test(output),
  );
  const lines = refused?.output
    .split("\n")
    .map(messageOf)
    .filter((line) => line !== "" && !isBanner(line) && !isBar(line));
  return lines === undefined || lines.length === 0 ? undefined : lines.slice(-maxLines).join(" ");
}

const maxLines = 4;

/** k6 only counts what is left when it has read the options: none if the last one took the script as its value. */
export function inOptionsOf(forwardedArgs: readonly string[], complaint: string): string {
  const count = /accepts 1 arg\(s\), received (\d+)/.exec(complaint)?.[1];
  if (count === undefined) return complaint;
  return count === "0"
    ? `${forwardedArgs.at(-1)} at the end needs a value`
    : "one of these arguments is neither an option nor the value of one";
}

/** Takes the message out of `time="…" level=error msg="unknown flag: --nope"`: k6 logs so until it has read `--log-format`. */
function messageOf(line: string): string {
  const quoted = /\blevel=\w+ msg=("(?:[^"\\]|\\.)*")/.exec(line)?.[1];
  return (quoted === undefined ? line : String(JSON.parse(quoted))).replace(/\s+/g, " ").trim();
}
