/** Writing the matrix to a file; the extension names the format. */

import { randomUUID } from "node:crypto";
import { accessSync, constants, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import type { Matrix } from "../matrix.ts";
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

/** What an earlier matrix begins with, in each format: only such a file is replaced. */
const signs: readonly RegExp[] = [
  /^\{\s*"schemaVersion"/,
  /^<!doctype html>[\s\S]{0,250}<title>Kill matrix</,
  /^# Kill matrix\n/,
];

/** Refuses, before a run is spent, a path that could not or should not be written after it. Throws `ReportError`. */
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
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new ReportError(`cannot write ${path}: it is a folder`);
  if (there !== undefined && !isMatrix(path)) {
    throw new ReportError(`${path} is there already, and is no kill matrix; name another file`);
  }
}

function isMatrix(path: string): boolean {
  const text = readFileSync(path, "utf8");
  return signs.some((sign) => sign.test(text));
}

/** Writes the matrix, whole or not at all. Throws `ReportError`. */
export function writeReport(matrix: Matrix, path: string): void {
  const text = renderingOf(path)(matrix);
  const place = resolve(path);
  const beside = join(dirname(place), `.${basename(place)}.${randomUUID()}.tmp`);
  try {
    writeFileSync(beside, text, { flag: "wx" });
    renameSync(beside, place);
  } catch (error) {
    rmSync(beside, { force: true });
    throw new ReportError(`cannot write ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function renderingOf(path: string): (matrix: Matrix) => string {
  const rendering = renderings.get(extname(path).toLowerCase());
  if (rendering !== undefined) return rendering;
  throw new ReportError(`cannot write ${path}: a matrix ends in one of ${[...renderings.keys()].join(", ")}`);
}
