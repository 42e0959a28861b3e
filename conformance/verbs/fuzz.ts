/** `fpk fuzz`: real Schemathesis with our contract and our hooks, judged by our laws. */
import { resolve } from "node:path";
import type { Command } from "commander";
import { hasColour } from "../../cli/colour.ts";
import { nearest } from "../../cli/nearest-name.ts";
import { numberOption, repeated, seedOption } from "../../cli/options.ts";
import { createProgress } from "../../cli/progress.ts";
import { UsageError } from "../../cli/usage-error.ts";
import type { Surroundings } from "../../cli/verb.ts";
import { isOperationId, type OperationId, operationIds } from "../../spec/contract.ts";
import { createTransport } from "../client/transport.ts";
import { type FuzzOptions, fuzz } from "../fuzz/fuzz.ts";
import { requirePassable } from "../fuzz/passed-on.ts";
import { createRedactor } from "../redaction/redactor.ts";
import { redactReport } from "../reports/redact-report.ts";
import { Unreachable } from "../run/answered.ts";
import { type Progress, unreachableReport } from "../run/check-target.ts";
import { ownUser } from "../tools/container.ts";
import { schemathesis } from "../tools/schemathesis.ts";
import { requireTool, ToolError } from "../tools/tool.ts";
import { chooseTarget, declareTarget, shellWord, type TargetOptions } from "./choose-target.ts";
import { overlaidContract } from "./overlaid-contract.ts";
import { checkReportPaths, declareReport, type TellingOptions, tellReport } from "./write-report.ts";

interface FuzzVerbOptions extends TargetOptions, TellingOptions {
  readonly runner?: string;
  readonly maxExamples?: string;
  readonly time?: string;
  readonly seed?: string;
  readonly only?: readonly string[];
  readonly stateful?: boolean;
  readonly readOnly?: boolean;
  readonly strict?: boolean;
  readonly overlay?: string;
}

/** `--runner` by the place's name. */
const runners: Readonly<Record<string, string>> = { docker: "docker", path: "PATH", cache: "cache" };

/** The embedded reference's: so high that it slows no run. */
const embeddedLimit = { limit: 100_000, realTimeWindowSeconds: 60 };

export function configure(command: Command): void {
  command.argument("[url]", "the API's base address, without /v1; none, and no target file: the embedded reference");
  declareTarget(command)
    .option("--runner <place>", "where Schemathesis is taken from: docker, path or cache (the first that has it)")
    .option("--max-examples <n>", "inputs generated for each operation that takes any", "30")
    .option("--time <seconds>", "end after this time; fuzzing goes on until then")
    .option("--seed <n>", "generate what the run with this seed did")
    .option("--only <operation>", "only this operation, such as submitFeedback (repeatable)", repeated)
    .option("--stateful", "follow the contract's links, too: from lists to details, from a submission to its status")
    .option("--read-only", "send neither POST nor PUT")
    .option("--strict", "implied clauses fail the run, too")
    .option("--overlay <file>", "an OpenAPI Overlay with choices of your own, which make the checks stricter");
  declareReport(command).addHelpText(
    "after",
    `
Everything after -- goes to Schemathesis as it is: fpk fuzz --target t.json -- --phases fuzzing --mode positive

Exit codes: 0 nothing found · 1 violates · 2 wrong usage or configuration · 3 could not be judged

Examples:
  fpk fuzz                                         fuzzes the embedded reference
  fpk fuzz --target staging.json --stateful --max-examples 100
  fpk fuzz --target staging.json --only submitFeedback --time 60`,
  );
}

export async function run(
  { url, passedOn }: { readonly url: string | undefined; readonly passedOn: readonly string[] },
  options: FuzzVerbOptions,
  io: Surroundings,
): Promise<number> {
  await checkReportPaths(options);
  requirePassable(passedOn);
  const only = (options.only ?? []).map(operationNamed);
  const contract = await overlaidContract(options.overlay);
  const seed = seedOption(options.seed);
  const maxExamples = numberOption("--max-examples", options.maxExamples, { whole: true, least: 1 }) ?? 30;
  const time = numberOption("--time", options.time, { least: 1 });
  const tool = toolFrom(options.runner);
  const chosen = await chooseTarget(url, options, {
    ...io,
    embedded: () => io.embedded(embeddedLimit),
  });
  const transport = createTransport({ clock: chosen.clock });
  const redact = createRedactor(chosen.target.credentials);
  const told = createProgress({
    stream: io.stderr,
    isTerminal: io.stderr.isTTY === true,
    isCi: io.env.CI !== undefined,
    colour: hasColour(io),
  });
  const readOnly = options.readOnly === true;
  const writes = contract.operations.filter(({ method }) => method !== "GET").map(({ id }) => id);
  try {
    const found = await requireTool(tool, io.env);
    told.say(`target ${redact(chosen.name)}`);
    const fuzzOptions: FuzzOptions = {
      target: chosen.target,
      transport,
      clock: chosen.clock,
      contract,
      found,
      shape: { maxExamples, seed, time, stateful: options.stateful === true, without: readOnly ? writes : [], only },
      readOnly,
      strict: options.strict === true,
      passedOn,
      env: io.env,
      platform: process.platform,
      user: ownUser(),
      signal: io.signal,
      progress: toldIn(told, io, redact),
      replayArguments: chosen.replayArguments + controlsOf(options),
      keepIn: resolve(`fpk-fuzz-${seed}.log`),
    };
    const report = await fuzz(fuzzOptions).catch((error: unknown) => {
      if (!(error instanceof Unreachable)) throw error;
      io.stderr.write(`fpk fuzz: could not be judged: ${redact(error.message)}\n`);
      return unreachableReport({ ...fuzzOptions, seed }, error);
    });
    told.end();
    return await tellReport(redactReport(report, redact), options, io);
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    io.stderr.write(`fpk fuzz: ${error.message}\n`);
    return 3;
  } finally {
    told.end();
    await transport.close();
    await chosen.close();
  }
}

function operationNamed(text: string): OperationId {
  if (isOperationId(text)) return text;
  const near = nearest(text, operationIds);
  throw new UsageError(
    `--only takes an operation, not ${text}; ${near === undefined ? `there are ${operationIds.join(", ")}` : `did you mean ${near}?`}`,
  );
}

function toolFrom(runner: string | undefined): typeof schemathesis {
  if (runner === undefined) return schemathesis;
  const place = runners[runner];
  if (place === undefined) throw new UsageError(`--runner takes docker, path or cache, not ${runner}`);
  return { ...schemathesis, places: schemathesis.places.filter(({ name }) => name === place) };
}

/** The controls that shape what is generated, as they are typed. */
function controlsOf({ maxExamples, time, stateful, readOnly, overlay, only = [] }: FuzzVerbOptions): string {
  return [
    ...(maxExamples === undefined || maxExamples === "30" ? [] : [` --max-examples ${maxExamples}`]),
    ...(time === undefined ? [] : [` --time ${time}`]),
    ...(overlay === undefined ? [] : [` --overlay ${shellWord(overlay)}`]),
    ...(stateful === true ? [" --stateful"] : []),
    ...(readOnly === true ? [" --read-only"] : []),
    ...only.map((id) => ` --only ${id}`),
  ].join("");
}

/** So many requests on one line of a log. */
const requestsALine = 100;

/** On a terminal one line that is rewritten, elsewhere a line now and then. */
function toldIn(progress: Progress, io: Surroundings, redact: (text: string) => string): Progress {
  const isLive = io.stderr.isTTY === true && io.env.CI === undefined;
  return {
    say: (line) => progress.say(redact(line)),
    step(of) {
      if (isLive) progress.step(of);
      else if (of.done % requestsALine === 0) progress.say(`${of.done} of about ${of.total} requests sent (${of.id})`);
    },
    waiting: ({ seconds, why }) => progress.waiting({ seconds, why: redact(why) }),
  };
}
