/** Whether folders hold the records of one run. */
import { plural } from "../../cli/plural.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { Collected } from "./collect-records.ts";
import { filesIn } from "./k6-command.ts";
import type { RunIdentity } from "./read-console.ts";

type Recorded = Pick<Collected, "identities" | "runs" | "spans">;

/**
 * The run of all folders, each of one process. Throws `UsageError` if a process is missing, for without its requests a 429 would seem too
 * early, and if there is more than one run, for together two seem to exceed the limit.
 */
export function requireOneRun(
  { identities, runs, spans }: Recorded,
  folders: readonly string[],
  maxClockDifferenceMs: number,
): RunIdentity | undefined {
  const [first] = identities;
  const repeated = runs.findIndex((count) => count > 1);
  if (repeated >= 0) {
    throw new UsageError(
      `${filesIn(folders[repeated] ?? "").console} holds ${runs[repeated]} runs, and summary.json is of the last only: k6 appends to a console that is there, so record each run into an empty folder`,
    );
  }
  const other = identities.findIndex((identity) => JSON.stringify(identity) !== JSON.stringify(first));
  if (other > 0) throw new UsageError(`${folders[0]} and ${folders[other]} are not of one run`);
  requireConcurrent(spans, folders, maxClockDifferenceMs);
  if (first !== undefined) requireAll(first.instances, folders.length);
  return first;
}

function requireAll(processes: number, folders: number): void {
  const given = `--judge is given ${plural(folders, "folder")}`;
  if (processes > folders)
    throw new UsageError(`${processes} k6 processes shared the run, and ${given}: name the folders of all`);
  if (processes < folders) {
    throw new UsageError(
      `INSTANCES was ${processes}, and ${given}: for processes that share a run set INSTANCES=${folders}, and give each its own --execution-segment`,
    );
  }
}

/** Throws `UsageError` for a folder and its copy, and for processes that did not run at the same time. */
function requireConcurrent(spans: Recorded["spans"], folders: readonly string[], maxClockDifferenceMs: number): void {
  const known = spans.flatMap((span, at) => (span === undefined ? [] : [{ ...span, folder: folders[at] }]));
  for (const [at, span] of known.entries()) {
    const later = known.slice(at + 1);
    const copy = later.find(({ from, until }) => from === span.from && until === span.until);
    if (copy !== undefined)
      throw new UsageError(
        `${span.folder} and ${copy.folder} hold the same requests: name the folder of each process once`,
      );
    const apart = known.find(({ from }) => from > span.until + maxClockDifferenceMs);
    if (apart !== undefined)
      throw new UsageError(
        `${span.folder} and ${apart.folder} are not of one run, since the first ended before the second began: name the folders of one run`,
      );
  }
}
