/** One result as plain text, for files: what the terminal shows of it, without colour. */
import picocolors from "picocolors";
import type { Report, Result } from "../model/report.ts";
import { renderFailure, renderWarning } from "./terminal-failure.ts";
import { command, field, type Page } from "./terminal-page.ts";

/** Lines of at most 100 columns, commands apart; of a failure expected, actual, and how to reproduce it. */
export function plainResult(report: Report, result: Result): string {
  const page: Page = {
    report,
    width: 100,
    verbose: false,
    file: undefined,
    isPart: false,
    colours: picocolors.createColors(false),
  };
  if (result.verdict === "fail") return renderFailure(page, result).join("\n");
  if (result.verdict === "warn") return renderWarning(page, result).join("\n");
  const { message, replay, curl } = result;
  return [...field(page, "", message, 6), ...command(page, "again", replay), ...command(page, "by hand", curl)].join(
    "\n",
  );
}
