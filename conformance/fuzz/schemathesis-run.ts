/** Runs Schemathesis once, in a new folder, and collects the judged exchanges and the errors. */
import { randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorMessage } from "../../cli/error-message.ts";
import { UsageError } from "../../cli/usage-error.ts";
import { withSimilarTokens } from "../generate/similar-tokens.ts";
import { createRedactor } from "../redaction/redactor.ts";
import type { Target } from "../target-file/target.ts";
import { urlSeenFrom } from "../tools/container.ts";
import { schemathesisVersion } from "../tools/schemathesis.ts";
import { commandLineOf, files } from "./command-line.ts";
import { configurationOf, withExamples } from "./configuration.ts";
import { createExchangeReader } from "./exchange-message.ts";
import type { HookInput } from "./hook-input.ts";
import type { Judge, JudgedExchange } from "./judged-exchange.ts";
import { type JudgingServer, type Received, startJudgingServer } from "./judging-server.ts";
import type { FuzzOptions, Generation } from "./options.ts";
import { type Ended, runProcess } from "./process.ts";

export interface SchemathesisRun {
  readonly judged: readonly JudgedExchange[];
  /** Descriptions of the requests that were not answered. */
  readonly unanswered: readonly string[];
  /** An error in Schemathesis or in the hooks, which left the run incomplete. */
  readonly broken?: string;
}

interface RunInput {
  readonly generation: Generation;
  readonly hookInput: HookInput;
  /** The predicted number of requests, for the progress. */
  readonly predicted: number;
}

/** Throws `UsageError` if Schemathesis refuses a forwarded argument. */
export async function runSchemathesis(
  options: FuzzOptions,
  input: RunInput,
  judge: Judge,
  notes: string[],
): Promise<SchemathesisRun> {
  const { target, progress, signal } = options;
  const { generation, hookInput, predicted } = input;
  // The path without symbolic links, because a container mounts the folder at the same path.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "fpk-fuzz-")));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  let server: JudgingServer | undefined;
  let done = 0;
  try {
    server = await startJudgingServer({
      read: createExchangeReader({ ...options, hookInput, baseUrl: urlSeenFrom(options, target.baseUrl) }),
      judge,
      onExchange(phase) {
        done += 1;
        progress.step({ done, total: Math.max(done, predicted), id: phase });
      },
    });
    writeInput(folder, options, input);
    const line = commandLineOf({
      ...options,
      folder,
      baseUrl: target.baseUrl,
      judgingServer: server.url,
      secrets: tokensOf(hookInput, target),
      arguments: [...generation.only.flatMap((id) => ["--include-operation-id", id]), ...options.forwardedArgs],
      container: `fpk-fuzz-${randomUUID()}`,
    });
    const outputFile = join(folder, files.output);
    const ended = await runProcess(line, { outputFile, cwd: folder, signal });
    const output = existsSync(outputFile) ? readFileSync(outputFile, "utf8") : "";
    requireAcceptedArguments(ended, server.received, output, options);
    if (server.received.judged.some(isInformational)) {
      notes.push("the target sends 1xx responses, which Schemathesis takes for final ones: nothing is judged");
      return { judged: [], unanswered: [] };
    }
    return resultOf(ended, server.received, output, options);
  } finally {
    await server?.close();
    remove();
    process.removeListener("exit", remove);
  }
}

function writeInput(folder: string, { contract }: FuzzOptions, { generation, hookInput }: RunInput): void {
  writeFileSync(join(folder, files.hookInput), JSON.stringify(hookInput));
  writeFileSync(join(folder, files.contract), JSON.stringify(withExamples(contract, hookInput)));
  writeFileSync(join(folder, files.configuration), configurationOf(generation));
  cpSync(new URL("./hooks/", import.meta.url), folder, { recursive: true });
}

function tokensOf({ callers }: HookInput, { credentials }: Target): Readonly<Record<string, string>> {
  const tokenOf = (label: string) => credentials.find((credential) => credential.label === label)?.token ?? "";
  return Object.fromEntries(callers.map(({ label, variable }) => [variable, tokenOf(label)]));
}

function requireAcceptedArguments(
  ended: Ended,
  received: Received,
  output: string,
  { forwardedArgs }: FuzzOptions,
): void {
  const refusal = /^Error: (.*)$/m.exec(output)?.[1];
  if (ended.code === 2 && !received.hasStarted && forwardedArgs.length > 0 && refusal !== undefined) {
    throw new UsageError(`Schemathesis refuses what follows --: ${refusal.trim()}`);
  }
}

/**
 * Whether a 1xx response was taken for the final one. The HTTP client of Schemathesis does so, and then takes the final
 * response for that of the next request.
 */
const isInformational = ({ exchange: { status } }: JudgedExchange) => status >= 100 && status < 200;

/** The result of the run. If Schemathesis failed, its whole output is written to `options.logFile`. */
function resultOf(ended: Ended, received: Received, output: string, options: FuzzOptions): SchemathesisRun {
  const result = { judged: received.judged, unanswered: received.networkErrors };
  const fault = faultOf(ended, received, output, options.signal.aborted);
  if (fault === undefined) return result;
  const redact = createRedactor(withSimilarTokens(options.target.credentials));
  const causes = [redact(fault), ...untestedVersion(options.found.version)];
  return { ...result, broken: [...causes, keepOutput(redact(output), options.logFile)].join("; ") };
}

const untestedVersion = (version: string): readonly string[] =>
  version === schemathesisVersion
    ? []
    : [`its version is ${version}; tested is ${schemathesisVersion}, which --runner cache or --runner docker runs`];

/** Why Schemathesis did not complete its run; undefined if it did, or if the run was stopped. */
function faultOf(ended: Ended, { errors, hasFinished }: Received, output: string, isCut: boolean): string | undefined {
  if (ended.failure !== undefined) return `Schemathesis could not be started: ${ended.failure}`;
  const [error] = errors;
  if (error !== undefined) return `Schemathesis failed: ${error.split("\n")[0]}`;
  if (isCut || hasFinished) return undefined;
  const lastLine = output.trimEnd().split("\n").at(-1) ?? "";
  const reason = lastLine === "" ? "" : `: ${lastLine.trim()}`;
  return `Schemathesis ended with ${ended.code ?? "a signal"} before its run was complete${reason}`;
}

/** Writes the output to the file, and returns a sentence that says where it is. */
function keepOutput(output: string, logFile: string): string {
  try {
    writeFileSync(logFile, output);
    return `its whole output is in ${logFile}`;
  } catch (error) {
    return `its output could not be kept: ${errorMessage(error)}`;
  }
}
