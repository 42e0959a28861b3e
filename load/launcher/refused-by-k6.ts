/** k6 refuses its arguments, or the options of a script, before it runs anything. */
import { isBanner, isBar } from "./k6-progress.ts";
import type { Ended } from "./run-k6.ts";

/** An invalid configuration, a script that it cannot read, and any other argument. */
const refusedCodes = new Set<number | undefined>([104, 107, 255]);

/** k6's own sentence; undefined if it ran the script, or the script threw an exception. */
export function refusedByK6(ended: readonly Ended[]): string | undefined {
  const refused = ended.find(
    ({ code, output }) => refusedCodes.has(code) && !/^\s*execution: |GoError|Uncaught|^\s+at /m.test(output),
  );
  const lines = refused?.output
    .split("\n")
    .map(messageOf)
    .filter((line) => line !== "" && !isBanner(line) && !isBar(line));
  return lines === undefined || lines.length === 0 ? undefined : lines.slice(-maxLines).join(" ");
}

const maxLines = 4;

/** `time="…" level=error msg="unknown flag: --nope"`: k6 has not read yet in which format it is to log. */
function messageOf(line: string): string {
  const quoted = /\blevel=\w+ msg=("(?:[^"\\]|\\.)*")/.exec(line)?.[1];
  return (quoted === undefined ? line : String(JSON.parse(quoted))).replace(/\s+/g, " ").trim();
}
