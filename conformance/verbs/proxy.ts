/** `fpk proxy`: forwards requests of any client to the target, and judges the exchanges. */
import { once } from "node:events";
import type { Command } from "commander";
import { numberOption } from "../../cli/options.ts";
import { createProgress } from "../../cli/progress.ts";
import { shellQuote } from "../../cli/shell-quote.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { VerbContext } from "../../cli/verb.ts";
import { writeFileAtomically } from "../../cli/write-file.ts";
import { LiveJudge } from "../proxy/live-judge.ts";
import { startProxy } from "../proxy/start-proxy.ts";
import { checkReportPath } from "../reports/files.ts";
import { renderHar } from "../reports/har.ts";
import { failureOf } from "../traffic/traffic-counts.ts";
import { type BaselineOption, baselineOf, declareBaselineOption } from "./baseline-option.ts";
import { chooseTarget, declareTargetOptions, type TargetOptions } from "./choose-target.ts";
import { overlaidContract } from "./overlaid-contract.ts";
import { checkReportPaths, declareReportOptions, outputReport, type ReportOptions } from "./write-report.ts";

interface ProxyVerbOptions extends TargetOptions, ReportOptions, BaselineOption {
  readonly port?: string;
  readonly record?: string;
  readonly failFast?: boolean;
  readonly strict?: boolean;
  readonly overlay?: string;
  readonly insecure?: boolean;
}

/** The window of the embedded reference, whose clock is real here. */
const embeddedWindow = { realTimeWindowSeconds: 60 };

export function configure(command: Command): void {
  command.argument(
    "[url]",
    "the API's base URL, without /v1; without it and without a target file, requests go to the embedded reference",
  );
  declareTargetOptions(command)
    .option("--port <n>", "listen on this port of 127.0.0.1 (default: any that is free)")
    .option("--record <file>", "write all exchanges as HAR, with complete bodies, for fpk judge and other tools")
    .option("--fail-fast", "end at the first failure")
    .option("--strict", "implied clauses also fail")
    .option("--overlay <file>", "an OpenAPI Overlay with choices of your own, which make the checks stricter")
    .option("--insecure", "trust any certificate");
  declareReportOptions(declareBaselineOption(command)).addHelpText(
    "after",
    `
The first line on standard output is the base URL to give to the client. Ctrl-C ends the proxy and prints the report.

Exit codes: 0 nothing found · 1 violates · 2 wrong usage or configuration · 3 nothing could be judged

Examples:
  fpk proxy --target staging.json --port 8080
  fpk proxy https://dev.example.com/api --key env:KEY_A --record traffic.har --fail-fast`,
  );
}

export async function run(url: string | undefined, options: ProxyVerbOptions, io: VerbContext): Promise<number> {
  await checkReportPaths(options);
  if (options.record !== undefined) await checkRecordPath(options.record);
  const port = numberOption("--port", options.port, { whole: true, min: 1, max: 65535 });
  const contract = await overlaidContract(options.overlay);
  const baseline = baselineOf(options);
  const chosen = await chooseTarget(url, options, { ...io, embedded: () => io.embedded(embeddedWindow) });
  const progress = createProgress(io);
  const { target, replayArguments } = chosen;
  const strict = options.strict === true ? " --strict" : "";
  const judge = new LiveJudge({
    target,
    contract,
    strict: options.strict === true,
    baseline,
    failFast: options.failFast === true,
    isRecording: options.record !== undefined,
    progress,
    again:
      options.record === undefined
        ? `fpk proxy${replayArguments}${strict}`
        : `fpk judge ${shellQuote(options.record)}${replayArguments}${strict}`,
  });
  try {
    const proxy = await startProxy({
      baseUrl: target.baseUrl,
      port,
      insecure: options.insecure === true,
      onExchange: (recorded) => {
        judge.add(recorded);
        if (recorded.failure !== undefined) progress.say(failureOf(recorded));
      },
    });
    io.stdout.write(`${proxy.baseUrl}\n`);
    progress.say(`forwards to ${chosen.name}; Ctrl-C ends`);
    const end = AbortSignal.any([io.signal, judge.signal]);
    if (!end.aborted) await once(end, "abort");
    await proxy.close();
    const { report, recording } = judge.conclude();
    if (options.record !== undefined) await writeFileAtomically(options.record, renderHar(recording));
    return await outputReport(report, options, io);
  } finally {
    progress.end();
    await chosen.close();
  }
}

async function checkRecordPath(path: string): Promise<void> {
  if (!/\.har$/i.test(path)) throw new UsageError(`--record writes HAR: name a file that ends in .har, not ${path}`);
  await checkReportPath(path);
}
