/** The files that `--output` names; the extension names the format. */
import { existsSync } from "node:fs";
import { readFile } from "../../../cli/read-file.ts";
import { UsageError } from "../../../cli/usage-error.ts";
import { checkWritable, writeFileAtomically } from "../../../cli/write-file.ts";
import { changelogMarker, renderChangelog } from "./changelog.ts";
import { renderCodeQuality } from "./code-quality.ts";
import { htmlTitle, renderHtml } from "./html.ts";
import { junitName, renderJunit } from "./junit.ts";
import { marker, renderMarkdown } from "./markdown.ts";
import type { GateReport } from "./report.ts";
import { renderSarif } from "./sarif.ts";
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
  ".sarif": { render: renderSarif, isVerdict: (text) => text.includes('"fpk-conformance gate"') },
  ".codequality.json": { render: renderCodeQuality, isVerdict: (text) => /^\[(\]|\s*\{\s*"description")/.test(text) },
  ".changelog.md": { render: renderChangelog, isVerdict: (text) => text.startsWith(changelogMarker) },
  ".xml": { render: renderJunit, isVerdict: (text) => text.includes(`<testsuites name="${junitName}"`) },
  ".html": { render: renderHtml, isVerdict: (text) => text.includes(`· ${htmlTitle}</title>`) },
  ".txt": {
    render: (report) => renderTerminal(report, { colour: false }),
    isVerdict: (text) => /^[✓✗] (passes|fails)/m.test(text),
  },
};

/** The format of the longest extension that the path ends with. */
function formatOf(path: string): Format | undefined {
  const endings = Object.keys(formats).filter((ending) => path.toLowerCase().endsWith(ending));
  return formats[endings.toSorted((a, b) => b.length - a.length)[0] ?? ""];
}

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
