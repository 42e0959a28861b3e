/** `fpk check`: judges a target, and says why. */
import type { Command } from "commander";
import { collectIds, numberOption, seedOption } from "../../cli/options.ts";
import { createProgress } from "../../cli/progress.ts";
import { readFile } from "../../cli/read-file.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { createTransport } from "../client/transport.ts";
import { createRedactor } from "../redaction/redactor.ts";
import { redactReport } from "../reports/redact-report.ts";
import { Unreachable } from "../run/answer-to.ts";
import { checkTarget, unreachableReport } from "../run/check-target.ts";
import type { Progress, RunOptions } from "../run/run.ts";
import { chooseTarget, declareTargetOptions, type TargetOptions } from "./choose-target.ts";
import { overlaidContract } from "./overlaid-contract.ts";
import { checkReportPaths, declareReportOptions, outputReport, type ReportOptions } from "./write-report.ts";

interface CheckOptions
  extends TargetOptions,
    ReportOptions,
    Pick<RunOptions, "strict" | "complete" | "readOnly" | "only" | "skip"> {
  readonly seed?: string;
  readonly overlay?: string;
  readonly timeout?: string;
  readonly maxRequests?: string;
  readonly ca?: string;
  readonly insecure?: boolean;
}

export function configure(command: Command): void {
  command.argument(
    "[url]",
    "the API's base URL, without /v1; without it and without a target file, the embedded reference is judged",
  );
  declareTargetOptions(command)
    .option("--strict", "let implied clauses fail the run, too")
    .option("--complete", "a stated clause that was not judged makes the run inconclusive (exit 3)")
    .option("--read-only", "send neither POST nor PUT")
    .option("--only <id>", "run only this check or clause (repeatable, or comma-separated)", collectIds)
    .option("--skip <id>", "leave this check or clause out (repeatable, or comma-separated)", collectIds)
    .option("--seed <n>", "generate the same samples and names as the run with this seed")
    .option("--overlay <file>", "an OpenAPI Overlay that pins your own choices and so makes the checks stricter");
  declareReportOptions(command)
    .option("--timeout <seconds>", "stop the run after this time")
    .option("--max-requests <n>", "stop the run at this number of requests")
    .option("--ca <file>", "trust this certificate authority (PEM)")
    .option("--insecure", "trust any certificate")
    .addHelpText(
      "after",
      `
Exit codes: 0 conforms · 1 violates · 2 wrong usage or configuration · 3 could not be judged

Examples:
  fpk check --embedded                             judges the embedded reference
  fpk check https://dev.example.com/api --key env:KEY_A
  fpk check https://dev.example.com/api --key env:KEY_A --window 5
  fpk check --target staging.json --report report.json
  fpk check --target staging.json --only auth.expired-key`,
    );
}

/** The options that nobody gives to look at the embedded reference. */
function suggestingOwnServer({
  strict,
  complete,
  readOnly,
  limit,
  window,
  ca,
  insecure,
  report,
}: CheckOptions): readonly string[] {
  const given = { strict, complete, "read-only": readOnly, limit, window, ca, insecure, report };
  return Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`]));
}

export async function run(url: string | undefined, options: CheckOptions, io: VerbContext): Promise<number> {
  await checkReportPaths(options);
  const contract = await overlaidContract(options.overlay);
  const ca = options.ca === undefined ? undefined : readFile(options.ca, "--ca");
  const seed = seedOption(options.seed);
  const maxRequests = numberOption("--max-requests", options.maxRequests, { whole: true, min: 1 });
  const timeout = numberOption("--timeout", options.timeout, { min: 0.001 });
  const chosen = await chooseTarget(url, options, io, suggestingOwnServer(options));
  const { target, clock, replayArguments, isEmbedded } = chosen;
  const transport = createTransport({ clock, ca, insecure: options.insecure });
  const redact = createRedactor(target.credentials);
  const progress = createProgress(io);
  const deadline = deadlineOf(timeout, io.signal);
  try {
    progress.say(`target ${chosen.name}`);
    const { strict = false, complete = false, readOnly = false, only, skip } = options;
    const runOptions: RunOptions = {
      target,
      transport,
      clock,
      contract,
      seed,
      replayArguments,
      isEmbedded,
      strict,
      complete,
      readOnly,
      only,
      skip,
      maxRequests,
      signal: deadline.signal,
      progress: redacted(progress, redact),
    };
    const report = await checkTarget(runOptions).catch((error: unknown) => {
      if (!(error instanceof Unreachable)) throw error;
      io.stderr.write(`fpk check: could not be judged: ${redact(error.message)}\n`);
      return unreachableReport(runOptions, error);
    });
    progress.end();
    return await outputReport(redactReport(report, redact), options, io);
  } finally {
    deadline.stop();
    progress.end();
    await transport.close();
    await chosen.close();
  }
}

/** A signal that aborts at Ctrl-C or after the given time; the first of them is its reason. The timer runs until `stop`. */
function deadlineOf(seconds: number | undefined, byHand: AbortSignal): { readonly signal: AbortSignal; stop(): void } {
  const cut = new AbortController();
  const end = (reason: string) => cut.abort(new Error(reason));
  byHand.addEventListener("abort", () => end("the run was interrupted"), { once: true });
  if (byHand.aborted) end("the run was interrupted");
  const inTime = () => end(`the run was cut after ${seconds} s, by --timeout`);
  const timer = seconds === undefined ? undefined : setTimeout(inTime, seconds * 1000);
  return { signal: cut.signal, stop: () => clearTimeout(timer) };
}

function redacted(progress: Progress, redact: (text: string) => string): Progress {
  return {
    say: (line) => progress.say(redact(line)),
    step: (of) => progress.step(of),
    waiting: ({ seconds, why }) => progress.waiting({ seconds, why: redact(why) }),
  };
}
