/** `fpk show REPORT N`: one exchange of a report. */
import type { Command } from "commander";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { renderExchange } from "../reports/exchange-text.ts";
import { readReport } from "../reports/read-report.ts";

export function configure(command: Command): void {
  command
    .argument("<report>", "a JSON report of fpk check, judge, proxy, fuzz or load")
    .argument("<n>", "the number of the exchange, which the report and the terminal give")
    .addHelpText(
      "after",
      "\nExample:\n  fpk check --target staging.json --report report.json\n  fpk show report.json 14",
    );
}

/** Throws `UsageError` for a file that is not a report, and for an exchange that the report does not have. */
export async function run(path: string, n: string, io: VerbContext): Promise<number> {
  const report = readReport(path, "the report");
  const exchange = report.exchanges.find(({ index }) => String(index) === n);
  if (exchange === undefined) {
    const indexes = report.exchanges.map(({ index }) => index);
    const range =
      indexes.length === 0 ? "it has none" : `its exchanges are ${Math.min(...indexes)} to ${Math.max(...indexes)}`;
    throw new UsageError(`${path} has no exchange ${JSON.stringify(n)}: ${range}`);
  }
  io.stdout.write(renderExchange(report, exchange));
  return 0;
}
