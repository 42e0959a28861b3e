/** `fpk check`: judges a target, and says why. */
import { existsSync, readFileSync } from "node:fs";
import type { Command } from "commander";
import { parse } from "yaml";
import { type Clock, realClock } from "../../clock.ts";
import { type Contract, contractText, loadContract } from "../../spec/contract.ts";
import { applyOverlay, OverlayError } from "../../spec/overlay.ts";
import { createTransport } from "../client/transport.ts";
import { Unreachable } from "../discover.ts";
import { checkReportPath, ReportError, writeReport } from "../reports/files.ts";
import { renderJson } from "../reports/json.ts";
import { createProgress } from "../reports/progress.ts";
import { createRedactor, redactReport } from "../reports/redact.ts";
import { renderTerminal } from "../reports/terminal.ts";
import { type Progress, run as runSuite, SelectionError } from "../runner.ts";
import { parseTarget, readTargetFile, TargetError, targetFromFlags } from "../target/parse.ts";
import type { Target } from "../target/target.ts";
import { numberOption, repeated } from "./options.ts";
import { type Surroundings, UsageError } from "./verb.ts";

interface CheckOptions {
  readonly target?: string;
  readonly key?: readonly string[];
  readonly strict?: boolean;
  readonly complete?: boolean;
  readonly readOnly?: boolean;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly seed?: string;
  readonly overlay?: string;
  readonly report?: readonly string[];
  readonly json?: boolean;
  readonly verbose?: boolean;
  readonly timeout?: string;
  readonly maxRequests?: string;
  readonly ca?: string;
  readonly insecure?: boolean;
}

const defaultFile = "fpk.target.json";

export function configure(command: Command): void {
  command
    .argument("[url]", "the API's base address, without /v1; none, and no target file: the embedded reference")
    .option(
      "--target <file>",
      `the target file, with credentials and rate limit (${defaultFile} is taken if it is there)`,
    )
    .option("--key <env:NAME>", "an API key, from a variable; with URL (repeatable)", repeated)
    .option("--strict", "implied clauses fail the run, too")
    .option("--complete", "a stated clause that was not judged makes the run inconclusive (exit 3)")
    .option("--read-only", "send neither POST nor PUT")
    .option("--only <id>", "only this check or clause (repeatable)", repeated)
    .option("--skip <id>", "without this check or clause (repeatable)", repeated)
    .option("--seed <n>", "choose samples and names as the run with this seed did")
    .option("--overlay <file>", "an OpenAPI Overlay with choices of your own, which make the checks stricter")
    .option("--report <file>", "write the report; the extension names the format: .json (repeatable)", repeated)
    .option("--json", "the report on standard output, in place of the terminal's")
    .option("--verbose", "show everything that was judged")
    .option("--timeout <seconds>", "cut the run after this time")
    .option("--max-requests <n>", "cut the run at this number of requests")
    .option("--ca <file>", "trust this certificate authority (PEM)")
    .option("--insecure", "trust any certificate")
    .addHelpText(
      "after",
      `
Exit codes: 0 conforms · 1 violates · 2 wrong usage or configuration · 3 could not be judged

Examples:
  fpk check                                        judges the embedded reference
  fpk check https://dev.example.com/api --key env:KEY_A
  fpk check --target staging.json --report report.json
  fpk check --target staging.json --only auth.expired-key`,
    );
}

export async function run(url: string | undefined, options: CheckOptions, io: Surroundings): Promise<number> {
  for (const path of options.report ?? []) await checkReportPath(path);
  const contract = await contractOf(options);
  const ca = options.ca === undefined ? undefined : readFile(options.ca, "--ca");
  const seed = numberOption("--seed", options.seed, { whole: true }) ?? 1 + Math.floor(Math.random() * 999_999);
  const maxRequests = numberOption("--max-requests", options.maxRequests, { whole: true, least: 1 });
  const timeout = numberOption("--timeout", options.timeout, { least: 0.001 });
  const chosen = await chooseTarget(url, options, io);
  const transport = createTransport({
    clock: chosen.clock,
    ...(ca === undefined ? {} : { ca }),
    ...(options.insecure === true ? { insecure: true } : {}),
  });
  const redact = createRedactor(chosen.target.credentials);
  const progress = createProgress({
    stream: io.stderr,
    isTerminal: io.stderr.isTTY === true,
    isCi: io.env.CI !== undefined,
    colour: hasColour(io),
  });
  try {
    progress.say(`target ${chosen.name}`);
    const report = await runSuite({
      target: chosen.target,
      transport,
      clock: chosen.clock,
      contract,
      seed,
      signal: cutAfter(timeout, io.signal),
      replayArguments: chosen.replayArguments,
      progress: redacted(progress, redact),
      strict: options.strict === true,
      complete: options.complete === true,
      readOnly: options.readOnly === true,
      ...(options.only === undefined ? {} : { only: options.only }),
      ...(options.skip === undefined ? {} : { skip: options.skip }),
      ...(maxRequests === undefined ? {} : { maxRequests }),
    });
    progress.end();
    const safe = redactReport(report, redact);
    for (const path of options.report ?? []) await writeReport(safe, path);
    const style = { colour: hasColour(io), width: io.stdout.columns ?? 100, verbose: options.verbose === true };
    io.stdout.write(options.json === true ? renderJson(safe) : `${renderTerminal(safe, style).trimEnd()}\n`);
    return safe.exitCode;
  } catch (error) {
    progress.end();
    if (!(error instanceof Unreachable)) throw error;
    io.stderr.write(`fpk check: could not be judged: ${redact(error.message)}\n`);
    return 3;
  } finally {
    progress.end();
    await transport.close();
    await chosen.close();
  }
}

interface Chosen {
  readonly name: string;
  readonly target: Target;
  readonly clock: Clock;
  readonly replayArguments: string;
  close(): Promise<void>;
}

async function chooseTarget(url: string | undefined, options: CheckOptions, io: Surroundings): Promise<Chosen> {
  const real = { clock: realClock, close: async () => {} };
  const keys = options.key ?? [];
  if (url !== undefined && options.target !== undefined) {
    throw new UsageError("a URL and --target name two targets; leave one of them out");
  }
  if (url !== undefined) {
    const target = targetFromFlags({ url, keys, env: io.env });
    const flags = keys.filter((key) => key.startsWith("env:")).map((key) => ` --key ${key}`);
    return { ...real, name: target.baseUrl, target, replayArguments: ` ${target.baseUrl}${flags.join("")}` };
  }
  if (keys.length > 0) throw new UsageError("--key goes with a URL; the credentials of a target file stand in it");
  const file = options.target ?? (existsSync(defaultFile) ? defaultFile : undefined);
  if (file !== undefined) {
    const target = readTargetFile(file, io.env);
    const replayArguments = options.target === undefined ? "" : ` --target ${file}`;
    return { ...real, name: `${target.baseUrl} (${file})`, target, replayArguments };
  }
  const embedded = await io.embedded();
  const target = parseTarget(embedded.target, {}, "the embedded reference");
  return { name: embedded.name, target, clock: embedded.clock, replayArguments: "", close: () => embedded.close() };
}

async function contractOf({ overlay }: CheckOptions): Promise<Contract> {
  if (overlay === undefined) return loadContract();
  return loadContract(await applyOverlay(parse(contractText()), readFile(overlay, "--overlay"), overlay));
}

function readFile(path: string, flag: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(
      `${flag} ${path} cannot be read: ${error instanceof Error && "code" in error ? error.code : error}`,
    );
  }
}

/** The run's end by hand or by time; the first says why. */
function cutAfter(seconds: number | undefined, byHand: AbortSignal): AbortSignal {
  const cut = new AbortController();
  const end = (reason: string) => cut.abort(new Error(reason));
  byHand.addEventListener("abort", () => end("the run was cut by hand"), { once: true });
  if (byHand.aborted) end("the run was cut by hand");
  if (seconds !== undefined)
    setTimeout(() => end(`the run was cut after ${seconds} s, as --timeout says`), seconds * 1000).unref();
  return cut.signal;
}

function redacted(progress: Progress, redact: (text: string) => string): Progress {
  return {
    say: (line) => progress.say(redact(line)),
    step: (of) => progress.step(of),
    waiting: ({ seconds, why }) => progress.waiting({ seconds, why: redact(why) }),
  };
}

function hasColour({ env, stdout }: Surroundings): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== "") return false;
  return stdout.isTTY === true || (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== "0");
}

/** The errors of this verb that are the user's to mend. */
export const usageErrors = [UsageError, TargetError, OverlayError, ReportError, SelectionError];
