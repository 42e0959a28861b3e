/** Runs Redocly's linter, in the version that package.json pins, with our configuration and without telemetry. */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { record } from "../document/json.ts";
import { NotJudged } from "../not-judged.ts";

/** As in `.redocly.yaml` at the top, which lints our contract: an API need not have a licence, and may be at example.com. */
export const ruleset = {
  extends: ["recommended"],
  rules: { "info-license": "off", "no-server-example.com": "off" },
  telemetry: "off",
} as const;

/** Redocly accepts no other extension; JSON is YAML. */
const configFile = "redocly.yaml";

/** The problems of the documents at `paths` below `folder`, in Redocly's JSON format. */
export async function lint(folder: string, paths: readonly string[]): Promise<readonly unknown[]> {
  writeFileSync(join(folder, configFile), JSON.stringify(ruleset));
  const { stdout, stderr } = await redocly(folder, ["lint", ...paths, "--config", configFile, "--format", "json"]);
  const reports = parseReports(stdout);
  // It exits with 1 where it finds a problem, so a failure is recognized by its missing report.
  if (reports.length !== paths.length) throw new NotJudged(`Redocly's linter could not be run: ${lastLines(stderr)}`);
  return reports.flatMap((report) => {
    const { problems } = record(report);
    return Array.isArray(problems) ? problems : [];
  });
}

/** One for each document, or none where the output is unreadable. Reports are indented: only their last line begins with `}`. */
function parseReports(stdout: string): readonly unknown[] {
  const texts = stdout.split(/(?<=^\})/m).filter((text) => text.trim() !== "");
  try {
    return texts.map((text): unknown => JSON.parse(text));
  } catch {
    return [];
  }
}

async function redocly(folder: string, args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const manifest = createRequire(import.meta.url).resolve("@redocly/cli/package.json");
  const runtime = process.versions.deno === undefined ? [] : ["run", "-A", "--node-modules-dir=manual"];
  const child = spawn(process.execPath, [...runtime, join(dirname(manifest), "bin", "cli.js"), ...args], {
    cwd: folder,
    env: {
      ...process.env,
      REDOCLY_TELEMETRY: "off",
      REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
      REDOCLY_SUPPRESS_NOTIFICATIONS: "true",
      NO_COLOR: "1",
      FORCE_COLOR: "0",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = new Promise<void>((resolve, reject) => {
    child.once("close", () => resolve());
    child.once("error", (error) => reject(new NotJudged(`Redocly could not be started: ${error.message}`)));
  });
  const [stdout, stderr] = await Promise.all([textOf(child.stdout), textOf(child.stderr), closed]);
  return { stdout, stderr };
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

/** Without the frame in which Redocly names the versions of Node that it supports. */
function lastLines(stderr: string): string {
  const lines = stderr.split("\n").filter((line) => /\w/.test(line) && !/[║╔╚]/.test(line));
  return lines.slice(-5).join(" ").trim() || "it printed nothing";
}
