/** Runs `fpk` in a GitHub workflow: sets the outputs, writes the job's summary, and exits with the same code. */
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "../../cli/usage-error.ts";
import { isRecord } from "../../spec/contract.ts";
import { otherPathOf, parseSource } from "../gate/sources/source.ts";
import { workflowCommand } from "../reports/workflow-commands.ts";
import { noVerdict } from "./comment.ts";
import { commandOf, type Files, filesOf, modeOf } from "./inputs.ts";

const { env } = process;

/** The built command; this file is in `dist/`, too. */
const cli = fileURLToPath(new URL("../../cli.js", import.meta.url));

process.exitCode = await main();

async function main(): Promise<number> {
  const folder = join(env.RUNNER_TEMP ?? tmpdir(), "fpk");
  mkdirSync(folder, { recursive: true });
  const files = filesOf(env, folder);
  for (const path of Object.values(files)) rmSync(path, { force: true });
  try {
    const command = commandOf(env, files);
    const { exitCode, stderr } = await run(command);
    return publish(files, exitCode === 0 && !existsSync(files.report) ? 3 : exitCode, stderr);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return publish(files, 2, error.message);
  }
}

/** Runs the command: its output goes to the log, and its standard error is also returned. */
function run(args: readonly string[]): Promise<{ readonly exitCode: number; readonly stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...args], {
      stdio: ["ignore", "inherit", "pipe"],
      // The summary is written here, also where there is no report.
      env: { ...env, GITHUB_STEP_SUMMARY: "" },
    });
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
      process.stderr.write(text);
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ exitCode: code ?? 3, stderr }));
  });
}

/** Without a verdict, summary and comment say why. Forks have no token for comments, so the summary has the same text. */
function publish({ report, comment }: Files, exitCode: number, stderr: string): number {
  const mode = modeOf(env);
  const verdict: unknown = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : undefined;
  if (!existsSync(comment)) writeFileSync(comment, noVerdict(mode, exitCode, stderr, otherPath()));
  if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, readFileSync(comment));
  const conclusion = isRecord(verdict) ? String(verdict.conclusion) : "not-judged";
  const outputs = { conclusion, "exit-code": exitCode, comment, report: verdict === undefined ? "" : report };
  if (env.GITHUB_OUTPUT) {
    appendFileSync(
      env.GITHUB_OUTPUT,
      Object.entries(outputs)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(""),
    );
  }
  if (verdict === undefined) process.stdout.write(`${workflowCommand("error", {}, lastLine(stderr))}\n`);
  return exitCode;
}

/** The path of the contract that the inputs name; undefined if it is the one that the gate finds by itself. */
function otherPath(): string | undefined {
  const named = env.FPK_HEAD || env.FPK_BASE;
  try {
    return named ? otherPathOf(parseSource(named, process.cwd())) : undefined;
  } catch {
    return undefined;
  }
}

/** The error message, without the hint where to find help. */
function lastLine(text: string): string {
  const lines = text.split("\n").filter((each) => each.trim() !== "" && !each.startsWith("("));
  const line = lines.at(-1) ?? "";
  return line === "" ? "fpk ended without a verdict" : line;
}
