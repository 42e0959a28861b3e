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
  const lines = {
    fail: () => renderFailure(page, result),
    warn: () => renderWarning(page, result),
    other: () => [
      ...field(page, "", result.message, 6),
      ...command(page, "again", result.replay),
      ...command(page, "by hand", result.curl),
    ],
  };
  const { verdict } = result;
  return lines[verdict === "fail" || verdict === "warn" ? verdict : "other"]().join("\n");
}
