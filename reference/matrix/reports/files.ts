/** Writing the matrix to a file; the extension names the format. */
import { existsSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { checkWritable, WriteError, writeFileAtomically } from "../../../cli/write-file.ts";
import type { Matrix } from "../matrix-report.ts";
import { renderHtml } from "./html.ts";
import { renderJson } from "./json.ts";
import { renderMarkdown } from "./markdown.ts";

const renderings: ReadonlyMap<string, (matrix: Matrix) => string> = new Map([
  [".json", renderJson],
  [".html", renderHtml],
  [".md", renderMarkdown],
]);

/** The beginning of a matrix in each format. Only a file with such a beginning is overwritten. */
const beginnings: readonly RegExp[] = [
  /^\{\s*"schemaVersion"/,
  /^<!doctype html>[\s\S]{0,250}<title>Kill matrix</,
  /^# Kill matrix\n/,
];

/** Checks a path before the run. Throws `WriteError` if it cannot be written, or if it has a file that is not a matrix. */
export async function checkReportPath(path: string): Promise<void> {
  renderingOf(path);
  await checkWritable(path);
  const existing = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  if (existing !== undefined && !beginnings.some((beginning) => beginning.test(existing))) {
    throw new WriteError(`${path} exists, and is not a kill matrix; choose another file`);
  }
}

/** Writes the matrix completely or not at all. Throws `WriteError`. */
export const writeReport = (matrix: Matrix, path: string): Promise<void> =>
  writeFileAtomically(path, renderingOf(path)(matrix));

function renderingOf(path: string): (matrix: Matrix) => string {
  const rendering = renderings.get(extname(path).toLowerCase());
  if (rendering !== undefined) return rendering;
  throw new WriteError(`cannot write ${path}: its extension must be one of ${[...renderings.keys()].join(", ")}`);
}
