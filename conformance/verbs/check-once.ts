/** Judges a target once, and outputs the report. */
import { numberOption, seedOption } from "../../cli/options.ts";
import { createProgress } from "../../cli/progress.ts";
import { readFile } from "../../cli/read-file.ts";
import { shellQuote } from "../../cli/shell-quote.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { visible } from "../../cli/visible-text.ts";
import { createTransport } from "../client/transport.ts";
import { withSimilarTokens } from "../generate/similar-tokens.ts";
import type { Report } from "../model/report.ts";
import { Redactor } from "../redaction/redactor.ts";
import { redactReport } from "../reports/redact-report.ts";
import { checkTarget, unreachableReport } from "../run/check-target.ts";
import { Unreachable } from "../run/first-requests.ts";
import type { Progress, RunOptions } from "../run/run.ts";
import { type BaselineOption, baselineOf } from "./baseline-option.ts";
import { chooseTarget, type TargetOptions } from "./choose-target.ts";
import { endOfRun } from "./end-of-run.ts";
import { LastRun } from "./last-run.ts";
import { overlaidContract } from "./overlaid-contract.ts";
import { outputReport, type ReportOptions } from "./write-report.ts";

export interface CheckOptions
  extends TargetOptions,
    ReportOptions,
    BaselineOption,
    Pick<RunOptions, "strict" | "complete" | "readOnly" | "only" | "skip" | "sentBy"> {
  readonly seed?: string;
  readonly overlay?: string;
  readonly timeout?: string;
  readonly maxRequests?: string;
  readonly bail?: string;
  readonly failed?: boolean;
  /** The target is judged again whenever it changes. */
  readonly watch?: boolean;
  readonly ca?: string;
  readonly insecure?: boolean;
}

/** The options that only make sense for the user's own server, and not for the embedded reference. */
function suggestingOwnServer(options: CheckOptions): readonly string[] {
  const { strict, complete, readOnly, limit, window, ca, insecure, report, baseline } = options;
  const given = { strict, complete, "read-only": readOnly, limit, window, ca, insecure, report, baseline };
  return Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`]));
}

/** The options that change what is sent or how it is judged, as arguments of a command. */
function changingRequests({ readOnly, overlay, ca, insecure, strict }: CheckOptions): string {
  const flags = [
    ...(readOnly ? ["--read-only"] : []),
    ...(insecure ? ["--insecure"] : []),
    ...(strict ? ["--strict"] : []),
  ];
  const files = Object.entries({ overlay, ca }).flatMap(([name, file]) =>
    file === undefined ? [] : [`--${name} ${shellQuote(file)}`],
  );
  return [...flags, ...files].map((flag) => ` ${flag}`).join("");
}

const withBaseline = ({ baseline }: CheckOptions) =>
  baseline === undefined ? "" : ` --baseline ${shellQuote(baseline)}`;

interface OneOfSeveral {
  /** The seed of a run for which neither the user nor an earlier failure gives one. */
  readonly newSeed?: number;
  /** Throws `Restarted` when the server was restarted during the run. */
  readonly endsAtRestart?: boolean;
}

/** Resolves to the report, after printing it, writing it, and keeping it for `--failed`. Throws `UsageError`. */
export async function checkOnce(
  url: string | undefined,
  options: CheckOptions,
  io: VerbContext,
  { newSeed = seedOption(undefined), endsAtRestart = false }: OneOfSeveral = {},
): Promise<Report> {
  const { contract, baseline, ca, seed, maxRequests, bail, timeout } = await parseOptions(options);
  const chosen = await chooseTarget(url, options, io, suggestingOwnServer(options));
  const { target, clock, replayArguments, isEmbedded } = chosen;
  const judged = isEmbedded === true ? "the embedded reference" : target.baseUrl;
  const lastRun = new LastRun(judged, io.env);
  const transport = createTransport({ clock, ca, insecure: options.insecure });
  const { redact, add: onSecrets } = new Redactor(withSimilarTokens(target.credentials));
  const progress = createProgress(io);
  const end = endOfRun(io.signal, { seconds: timeout, endsAtRestart });
  end.watch(new URL(target.baseUrl), () => progress.say("the server accepts no connection"));
  const printed: string[] = [];
  const printDoubt = (sentence: string) => {
    progress.end();
    io.stdout.write(`! ${visible(sentence)}\n`);
    printed.push(sentence);
  };
  try {
    progress.say(`target ${chosen.name}`);
    const { strict = false, complete = false, readOnly = false, skip } = options;
    const { only, sentBy, seed: seedOfFailed } = await whatToJudge(options, lastRun, progress);
    const again = replayArguments + changingRequests(options);
    const runOptions: RunOptions = {
      target,
      transport,
      clock,
      contract,
      seed: seed ?? seedOfFailed ?? newSeed,
      replayArguments: again,
      isEmbedded,
      strict,
      baseline,
      complete,
      readOnly,
      only,
      skip,
      sentBy,
      maxRequests,
      bail,
      signal: end.signal,
      progress: redactedProgress(progress, redact),
      onSecrets,
      onDoubt: (sentence) => {
        if (options.json !== true) printDoubt(redact(sentence));
      },
    };
    const report = await checkTarget(runOptions).catch((error: unknown) => {
      if (!(error instanceof Unreachable)) throw error;
      io.stderr.write(`fpk check: could not be judged: ${redact(error.message)}\n`);
      return unreachableReport(runOptions, error);
    });
    progress.end();
    end.throwIfRestarted();
    const redacted = redactReport(report, redact);
    const isPart = [only, skip, sentBy, bail].some((choice) => choice !== undefined);
    await outputReport(redacted, options, io, { isPart, printed });
    const isCut =
      end.signal.aborted ||
      report.requests.total >= (maxRequests ?? Number.POSITIVE_INFINITY) ||
      (bail !== undefined && report.conclusion === "violates");
    const extent = { isPart, isCut, only, isByFailed: options.failed === true, sentBy, complete };
    io.stderr.write(await lastRun.keep(redacted, extent, again + withBaseline(options)));
    return redacted;
  } finally {
    end.stop();
    progress.end();
    await transport.close();
    await chosen.close();
  }
}

/** Reads the values and files that the options name. Throws `UsageError`. */
async function parseOptions(options: CheckOptions) {
  return {
    contract: await overlaidContract(options.overlay),
    baseline: baselineOf(options),
    ca: options.ca === undefined ? undefined : readFile(options.ca, "--ca"),
    seed: options.seed === undefined ? undefined : seedOption(options.seed),
    maxRequests: numberOption("--max-requests", options.maxRequests, { whole: true, min: 1 }),
    bail: numberOption("--bail", options.bail, { whole: true, min: 1 }),
    timeout: numberOption("--timeout", options.timeout, { min: 0.001 }),
  };
}

/**
 * The checks to judge and the cases to send: those that failed in the last run, with its seed, or those that the options name; everything if nothing
 * failed, with `--watch`. Without it, throws `UsageError` then.
 */
async function whatToJudge(
  { failed, watch, only, sentBy }: CheckOptions,
  lastRun: LastRun,
  progress: Progress,
): Promise<Pick<RunOptions, "only" | "sentBy"> & { readonly seed?: number | undefined }> {
  if (failed !== true) return { only, sentBy };
  const selection = await lastRun.failed();
  if (selection !== undefined) return selection;
  if (watch !== true) throw new UsageError(`nothing failed in the last run on ${lastRun.target}; leave --failed out`);
  progress.say("nothing failed in the last run: everything is judged");
  return {};
}

/** `progress`, but without credentials in its lines. */
function redactedProgress(progress: Progress, redact: (text: string) => string): Progress {
  return {
    say: (line) => progress.say(redact(line)),
    found: (line) => progress.found(redact(line)),
    step: (of) => progress.step(of),
    waiting: ({ seconds, why }) => progress.waiting({ seconds, why: redact(why) }),
  };
}
