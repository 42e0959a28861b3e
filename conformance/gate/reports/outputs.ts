/** The files that `--output` names; the extension names the format. */
import { existsSync } from "node:fs";
import { extname } from "node:path";
import { readFile } from "../../../cli/read-file.ts";
import { UsageError } from "../../../cli/usage-error.ts";
import { checkWritable, writeFileAtomically } from "../../../cli/write-file.ts";
import { marker, renderMarkdown } from "./markdown.ts";
import type { GateReport } from "./report.ts";
import { renderTerminal } from "./terminal.ts";

interface Format {
  readonly render: (report: GateReport) => string;
  /** The text is an earlier verdict of the gate. */
  readonly isVerdict: (text: string) => boolean;
}

export const renderJson = (report: GateReport) => `${JSON.stringify(report, null, 2)}\n`;

const formats: Readonly<Record<string, Format>> = {
  ".json": {
    render: renderJson,
    isVerdict: (text) => /^\{\s*"schemaVersion": \d+,/.test(text) && text.includes('"withIt"'),
  },
  ".md": { render: renderMarkdown, isVerdict: (text) => text.startsWith(marker) },
  ".txt": {
    render: (report) => renderTerminal(report, { colour: false }),
    isVerdict: (text) => /^[✓✗] (passes|fails)/m.test(text),
  },
};

const formatOf = (path: string) => formats[extname(path).toLowerCase()];

/** Called before anything is judged. Throws `UsageError` or `WriteError`; only earlier verdicts are overwritten. */
export async function checkOutput(path: string): Promise<void> {
  const format = formatOf(path);
  if (format === undefined)
    throw new UsageError(`--output ${path} must end in one of ${Object.keys(formats).join(", ")}`);
  await checkWritable(path);
  if (!existsSync(path)) return;
  const text = readFile(path, "--output");
  if (text.trim() !== "" && !format.isVerdict(text))
    throw new UsageError(`--output ${path} exists already, and is not a verdict of the gate; name another file`);
}

export async function writeOutput(report: GateReport, path: string): Promise<void> {
  await writeFileAtomically(path, formatOf(path)?.render(report) ?? "");
}
