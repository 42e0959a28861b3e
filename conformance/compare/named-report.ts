import type { Report } from "../model/report.ts";

/** A report and the name of its file. */
export interface NamedReport {
  readonly name: string;
  readonly report: Report;
}
