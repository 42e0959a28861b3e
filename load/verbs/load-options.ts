/** The options of `fpk load`. */
import type { Command } from "commander";
import { collectValues } from "../../cli/options.ts";
import { type BaselineOption, declareBaselineOption } from "../../conformance/verbs/baseline-option.ts";
import { declareTargetOptions, type TargetOptions } from "../../conformance/verbs/choose-target.ts";
import { declareReportOptions, type ReportOptions } from "../../conformance/verbs/write-report.ts";

export interface LoadArguments {
  /** The scenarios, and after them the URL, if there is one. */
  readonly operands: readonly string[];
  /** The arguments after `--`. */
  readonly forwardedArgs: readonly string[];
}

export interface LoadOptions extends TargetOptions, ReportOptions, BaselineOption {
  readonly strict?: boolean;
  readonly complete?: boolean;
  readonly duration?: string;
  readonly rate?: string;
  readonly users?: string;
  readonly stages?: string;
  readonly abortOnFail?: boolean;
  readonly latency?: readonly string[];
  readonly maxErrors?: string;
  readonly minCapacity?: string;
  readonly maxLatencyRatio?: string;
  readonly instances?: string;
  readonly eject?: string;
  readonly kubernetes?: boolean;
  readonly parallelism?: string;
  readonly judge?: readonly string[];
  readonly confirmHost?: string;
  readonly seed?: string;
}

export function declareLoadOptions(command: Command): Command {
  declareTargetOptions(command)
    .option("--duration <seconds>", "how long to run; never shorter than the claim needs")
    .option("--rate <n>", "steady, isolation, auth, spike: requests a second (of the flood, where there is one)")
    .option("--users <n>", "spike: virtual users, as k6's --vus; each pauses 0.2 s between its requests")
    .option(
      "--stages <list>",
      "spike: virtual users in stages, as k6's --stage: 10s:50,30s:100; or requests a second: 10s:50/s,30s:100/s",
    )
    .option(
      "--latency <threshold>",
      "a threshold of your own on all responses of a scenario, such as p95=200ms, or to one operation: listProducts:p95=200ms; where it is crossed, the run ends with 1 (repeatable)",
      collectValues,
    )
    .option(
      "--max-errors <share>",
      "a threshold of your own on the share of requests that fail: 1% (any answer but a 2xx or a 429, or none)",
    )
    .option(
      "--min-capacity <n>",
      "a threshold of your own on the requests a second up to which every operation is answered as at the beginning: spike with --stages 30s:200/s, and scripts whose rate rises",
    )
    .option(
      "--abort-on-fail",
      "spike, auth: end at the first failure, as k6's abortOnFail, and start no other scenario",
    )
    .option(
      "--max-latency-ratio <n>",
      "isolation, auth: p95 latency during a flood at most N times that before, plus 100 ms (default: 5)",
    )
    .option("--instances <n>", "how many k6 processes share the work (default: 1)")
    .option("--confirm-host <host>", "load this host, which is not this machine")
    .option("--eject <dir>", "write the scenario to edit, and a file that it imports; nothing is sent")
    .option("--kubernetes", "print manifests for the k6 operator; nothing is sent")
    .option("--parallelism <n>", "with --kubernetes: how many pods", "1")
    .option("--judge <folder...>", "judge what k6 processes have recorded, each in a folder; nothing is sent")
    .option("--strict", "implied clauses also fail the run")
    .option(
      "--complete",
      "make the run inconclusive (exit 3) if something that a scenario claims was not judged; if nothing else is wrong, the last line says what, and for what limit leaves open (one request too many, a lower limit) also what would judge it",
    );
  return declareReportOptions(declareBaselineOption(command)).option(
    "--seed <n>",
    "gives what is created the names that a run with this seed gave",
  );
}
