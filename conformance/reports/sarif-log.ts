/** The envelope of SARIF 2.1.0, and a place in it: what all reports in this format share. */

/** `run`: one run of a tool, without its `columnKind`. */
export function renderSarifLog(run: Readonly<Record<string, unknown>>): string {
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ ...run, columnKind: "utf16CodeUnits" }],
  };
  return `${JSON.stringify(log, null, 1)}\n`;
}

/** A line of a file. `uriBaseId`: what the URI is relative to, if not to the file of the log. */
export const sarifLocation = (uri: string, startLine: number, uriBaseId?: string) => ({
  physicalLocation: {
    artifactLocation: { uri, ...(uriBaseId === undefined ? {} : { uriBaseId }) },
    region: { startLine },
  },
});
