/** Writing a report to a file; the extension names the format. */
import { extname } from "node:path";
import { checkWritable, WriteError, writeFileAtomically } from "../../cli/write-file.ts";
import type { Report } from "../model/report.ts";
import { renderJson } from "./json.ts";

/** The renderer of each extension, which has its dot and is in lower case. */
export const renderings: ReadonlyMap<string, (report: Report) => string | Promise<string>> = new Map([
  [".json", renderJson],
]);

/**
 * Called before a run, so that its report can be written after it: the extension must be known, the folder must exist and
 * be writable, and the path must not be a folder. Throws `WriteError` otherwise.
 */
export async function checkReportPath(path: string): Promise<void> {
  renderingOf(path);
  await checkWritable(path);
}

/** Writes the report atomically; a link is followed. Throws `WriteError`. */
export async function writeReport(report: Report, path: string): Promise<void> {
  await writeFileAtomically(path, await renderingOf(path)(report));
}

function renderingOf(path: string): (report: Report) => string | Promise<string> {
  const extension = extname(path).toLowerCase();
  const rendering = renderings.get(extension);
  if (rendering !== undefined) return rendering;
  const known = [...renderings.keys()].join(", ");
  const problem = extension === "" ? "it has no extension" : `the extension ${extension} is not known`;
  throw new WriteError(`cannot write ${path}: ${problem}; the extensions of reports are ${known}`);
}
