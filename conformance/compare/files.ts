/** Writing a comparison to a file; the extension names the format. */
import { existsSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { UsageError } from "../../cli/usage-error.ts";
import { checkWritable, writeFileAtomically } from "../../cli/write-file.ts";
import type { Comparison } from "./compare.ts";
import { renderHtml } from "./html.ts";
import { renderJson } from "./json.ts";
import { marker, renderMarkdown } from "./markdown.ts";

/** By extension. `beginning`: only a comparison has it in its first 200 characters, so no other file is overwritten. */
const formats = new Map([
  [".md", { render: renderMarkdown, beginning: marker }],
  [".html", { render: renderHtml, beginning: "<title>Conformance compared" }],
  [".json", { render: renderJson, beginning: '"comparisonVersion"' }],
]);

/** To be called before anything is printed. Throws `UsageError` for a path that cannot or should not be written. */
export async function checkOutput(path: string): Promise<void> {
  const { beginning } = formatOf(path);
  await checkWritable(path);
  if (existsSync(path) && !readFileSync(path, "utf8").slice(0, 200).includes(beginning))
    throw new UsageError(`--report ${path} exists already, and is not a comparison; name another file`);
}

/** Writes the comparison atomically. */
export const writeComparison = (comparison: Comparison, path: string): Promise<void> =>
  writeFileAtomically(path, formatOf(path).render(comparison));

function formatOf(path: string) {
  const format = formats.get(extname(path).toLowerCase());
  if (format === undefined) throw new UsageError(`--report ${path} must end in ${[...formats.keys()].join(" or ")}`);
  return format;
}
