/** Writing the matrix to a file; the extension names the format. */

import { randomUUID } from "node:crypto";
import { accessSync, constants, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import type { Matrix } from "../matrix-report.ts";
import { renderHtml } from "./html.ts";
import { renderJson } from "./json.ts";
import { renderMarkdown } from "./markdown.ts";

/** A report that cannot be written; the message is one sentence that names the file and what to change. */
export class ReportError extends Error {
  override readonly name = "ReportError";
}

const renderings: ReadonlyMap<string, (matrix: Matrix) => string> = new Map([
  [".json", renderJson],
  [".html", renderHtml],
  [".md", renderMarkdown],
]);

/** How a matrix begins in each format: only such a file is overwritten. */
const beginnings: readonly RegExp[] = [
  /^\{\s*"schemaVersion"/,
  /^<!doctype html>[\s\S]{0,250}<title>Kill matrix</,
  /^# Kill matrix\n/,
];

/** Rejects, before the run, a path that could not or should not be written after it. Throws `ReportError`. */
export function checkReportPath(path: string): void {
  renderingOf(path);
  const folder = dirname(resolve(path));
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new ReportError(`cannot write ${path}: there is no folder ${folder}`);
  }
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new ReportError(`cannot write ${path}: the folder ${folder} is not writable`);
  }
  const existing = statSync(path, { throwIfNoEntry: false });
  if (existing?.isDirectory()) throw new ReportError(`cannot write ${path}: it is a folder`);
  if (existing !== undefined && !isMatrix(path)) {
    throw new ReportError(`${path} exists, and is not a kill matrix; choose another file`);
  }
}

function isMatrix(path: string): boolean {
  const text = readFileSync(path, "utf8");
  return beginnings.some((beginning) => beginning.test(text));
}

/** Writes the matrix, whole or not at all. Throws `ReportError`. */
export function writeReport(matrix: Matrix, path: string): void {
  const text = renderingOf(path)(matrix);
  const target = resolve(path);
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}.tmp`);
  try {
    writeFileSync(temporary, text, { flag: "wx" });
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new ReportError(`cannot write ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function renderingOf(path: string): (matrix: Matrix) => string {
  const rendering = renderings.get(extname(path).toLowerCase());
  if (rendering !== undefined) return rendering;
  throw new ReportError(`cannot write ${path}: its extension must be one of ${[...renderings.keys()].join(", ")}`);
}
