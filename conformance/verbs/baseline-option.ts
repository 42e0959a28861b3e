/** `--baseline`, of the verbs that judge a target. */
import type { Command } from "commander";
import { type Baseline, readBaseline } from "../baseline/read-baseline.ts";

export interface BaselineOption {
  readonly baseline?: string;
}

export const declareBaselineOption = (command: Command): Command =>
  command.option(
    "--baseline <file>",
    "known failures, which do not fail the run; one that no longer occurs, has no reason or is past its date does (fpk baseline)",
  );

/** Throws `UsageError` for a file that is not a baseline. */
export const baselineOf = ({ baseline }: BaselineOption): Baseline | undefined =>
  baseline === undefined ? undefined : readBaseline(baseline, "--baseline");
