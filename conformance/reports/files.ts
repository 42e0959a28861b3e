/** Writing a report to a file; the extension names the format. */
import { existsSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { checkWritable, WriteError, writeFileAtomically } from "../../cli/write-file.ts";
import type { Report } from "../model/report.ts";
import { renderHar } from "./har.ts";
import { renderHtml } from "./html/page.ts";
import { renderJson } from "./json.ts";
import { renderJunit } from "./junit.ts";
import { renderMarkdown } from "./markdown.ts";
import { renderSarif } from "./sarif.ts";

interface Format {
  readonly render: (report: Report) => string | Promise<string>;
  /** How such a file begins, in its first 200 characters: no other file is overwritten. */
  readonly beginning: RegExp;
}

/** By extension, with its dot and in lower case. */
const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  [".json", { render: renderJson, beginning: /"schemaVersion"/ }],
  [".html", { render: renderHtml, beginning: /<title>[^<]*conformance report/ }],
  [".har", { render: renderHar, beginning: /"creator":\s*{\s*"name": "fpk-conformance"/ }],
  [".md", { render: renderMarkdown, beginning: /^<!-- fpk-check -->/ }],
  [".xml", { render: renderJunit, beginning: /<testsuites name="fpk-conformance"/ }],
  [".sarif", { render: renderSarif, beginning: /"name": "fpk-conformance"/ }],
]);

/** `.json`, for help texts. */
export const reportExtensions = [...formats.keys()].join(", ");

/**
 * Refuses, before a run is spent, a path that could not be written after it: the extension must be known, the folder be
 * there and writable, and what is at the path an earlier report of this format. Throws `WriteError`.
 */
export async function checkReportPath(path: string): Promise<void> {
  const { beginning } = formatOf(path);
  await checkWritable(path);
  if (existsSync(path) && !beginning.test(readFileSync(path, "utf8").slice(0, 200))) {
    throw new WriteError(`${path} already exists and is not a report; name another file`);
  }
}

/** Writes the report atomically. Throws `WriteError`. */
export async function writeReport(report: Report, path: string): Promise<void> {
  let text: string;
  try {
    text = await formatOf(path).render(report);
  } catch (error) {
    // A text has at most half a gigabyte.
    if (!(error instanceof RangeError)) throw error;
    throw new WriteError(`${path} is not written: ${report.exchanges.length} exchanges are too many for this format`);
  }
  await writeFileAtomically(path, text);
}

function formatOf(path: string): Format {
  const format = formats.get(extname(path).toLowerCase());
  if (format !== undefined) return format;
  const isOne = formats.size === 1;
  throw new WriteError(`cannot write a report to ${path}: only ${reportExtensions} ${isOne ? "is" : "are"} supported`);
}
