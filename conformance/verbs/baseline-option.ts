/** The option `--baseline` of the verbs that judge a target. */
import type { Command } from "commander";
import { type Baseline, readBaseline } from "../baseline/read-baseline.ts";

export interface BaselineOption {
  readonly baseline?: string;
}

export const declareBaselineOption = (command: Command): Command =>
  command.option(
    "--baseline <file>",
    "known failures, which do not fail the run, unless one no longer occurs, has no reason or is past its date (see fpk baseline)",
  );

/** The baseline that the option names. Throws `UsageError` for a file that is not a baseline. */
export const baselineOf = ({ baseline }: BaselineOption): Baseline | undefined =>
  baseline === undefined ? undefined : readBaseline(baseline, "--baseline");
