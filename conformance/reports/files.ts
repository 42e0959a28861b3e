/** Writing a report to a file; the extension names the format. */
import { extname } from "node:path";
import { checkWritable, WriteError, writeFileAtomically } from "../../cli/write-file.ts";
import type { Report } from "../model/report.ts";
import { renderJson } from "./json.ts";

/** Extension, with its dot and in lower case, to what renders it. */
export const renderings: ReadonlyMap<string, (report: Report) => string | Promise<string>> = new Map([
  [".json", renderJson],
]);

/**
 * Refuses, before a run is spent, a path that could not be written after it: the extension must be known, the folder be
 * there and writable, and the path be no folder itself. Throws `WriteError`.
 */
export async function checkReportPath(path: string): Promise<void> {
  renderingOf(path);
  await checkWritable(path);
}

/** Writes the report, whole or not at all; a link is followed. Throws `WriteError`. */
export async function writeReport(report: Report, path: string): Promise<void> {
  await writeFileAtomically(path, await renderingOf(path)(report));
}

function renderingOf(path: string): (report: Report) => string | Promise<string> {
  const extension = extname(path).toLowerCase();
  const rendering = renderings.get(extension);
  if (rendering !== undefined) return rendering;
  const known = [...renderings.keys()].join(", ");
  const problem = extension === "" ? "it has no extension" : `the extension ${extension} is not known`;
  throw new WriteError(`cannot write ${path}: ${problem}; a report ends in one of ${known}`);
}
