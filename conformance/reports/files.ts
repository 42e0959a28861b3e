/** Writing a report to a file; the extension names the format. */
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { renderJson } from "./json.ts";
import type { Report } from "./report.ts";

/** A report that cannot be written; the message is one sentence that names the file and what to change. */
export class ReportError extends Error {
  override readonly name = "ReportError";
}

/** Extension, with its dot and in lower case, to what renders it. */
export const renderings: ReadonlyMap<string, (report: Report) => string | Promise<string>> = new Map([
  [".json", renderJson],
]);

/**
 * Refuses, before a run is spent, a path that could not be written after it: the extension must be known, the folder be
 * there and writable, and the path be no folder itself. Throws `ReportError`.
 */
export async function checkReportPath(path: string): Promise<void> {
  renderingOf(path);
  await checkWritable(path);
}

/** Throws `ReportError` where a file could not be written at `path`. */
export async function checkWritable(path: string): Promise<void> {
  const folder = dirname(resolve(path));
  const found = await stat(folder).catch(() => undefined);
  if (found === undefined) throw new ReportError(`cannot write ${path}: the folder ${folder} does not exist`);
  if (!found.isDirectory()) throw new ReportError(`cannot write ${path}: ${folder} is no folder`);
  const isFolder = await stat(path).then(
    (there) => there.isDirectory(),
    () => false,
  );
  if (isFolder) throw new ReportError(`cannot write ${path}: it is a folder`);
  await access(folder, constants.W_OK).catch(() => {
    throw new ReportError(`cannot write ${path}: the folder ${folder} is not writable`);
  });
}

/** Writes the report, whole or not at all; a link is followed. Throws `ReportError`. */
export async function writeReport(report: Report, path: string): Promise<void> {
  await writeWhole(path, await renderingOf(path)(report));
}

/** Writes the text, whole or not at all; a link is followed. Throws `ReportError`. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const place = await realpath(path).catch(() => resolve(path));
  const beside = join(dirname(place), `.${basename(place)}.${randomUUID()}.tmp`);
  try {
    await writeFile(beside, text, { flag: "wx" });
    await rename(beside, place);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {});
    throw new ReportError(`cannot write ${path}: ${reasonOf(error)}`);
  }
}

function renderingOf(path: string): (report: Report) => string | Promise<string> {
  const extension = extname(path).toLowerCase();
  const rendering = renderings.get(extension);
  if (rendering !== undefined) return rendering;
  const known = [...renderings.keys()].join(", ");
  const problem = extension === "" ? "it has no extension" : `the extension ${extension} is not known`;
  throw new ReportError(`cannot write ${path}: ${problem}; a report ends in one of ${known}`);
}

/** `no space left on device` of `ENOSPC: no space left on device, write`. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^[A-Z0-9]+: /, "").replace(/, [a-z]+( '.*)?$/s, "");
}
