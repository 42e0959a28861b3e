/** Writing a report to a file; the extension names the format. */
import { existsSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { checkWritable, WriteError, writeFileAtomically } from "../../cli/write-file.ts";
import type { Report } from "../model/report.ts";

interface Format {
  /** Loads the format, and with it the libraries that few runs need. */
  readonly load: () => Promise<(report: Report) => string | Promise<string>>;
  /** How such a file begins, in its first 200 characters: no other file is overwritten. */
  readonly beginning: RegExp;
}

/** The formats by extension, with its dot and in lower case. */
const formats: ReadonlyMap<string, Format> = new Map<string, Format>([
  [".json", { load: async () => (await import("./json.ts")).renderJson, beginning: /"schemaVersion"/ }],
  [
    ".html",
    { load: async () => (await import("./html/page.ts")).renderHtml, beginning: /<title>[^<]*conformance report/ },
  ],
  [
    ".har",
    { load: async () => (await import("./har.ts")).renderHar, beginning: /"creator":\s*{\s*"name": "fpk-conformance"/ },
  ],
  [".md", { load: async () => (await import("./markdown.ts")).renderMarkdown, beginning: /^<!-- fpk-check -->/ }],
  [
    ".xml",
    { load: async () => (await import("./junit.ts")).renderJunit, beginning: /<testsuites name="fpk-conformance"/ },
  ],
  [".sarif", { load: async () => (await import("./sarif.ts")).renderSarif, beginning: /"name": "fpk-conformance"/ }],
]);

/** All extensions, such as `.json, .html`, for help texts. */
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
  const render = await formatOf(path).load();
  let text: string;
  try {
    text = await render(report);
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
  throw new WriteError(`cannot write a report to ${path}: only ${reportExtensions} are supported`);
}
