/** Runs Redocly's CLI, the version that package.json pins, with a configuration of our own and no telemetry. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { NotJudged } from "../not-judged.ts";

/** As `.redocly.yaml` at the top, which lints our own contract: an API need not name a licence, and may stand at example.com. */
export const ruleset = {
  extends: ["recommended", "diff-recommended"],
  rules: { "info-license": "off", "no-server-example.com": "off" },
  telemetry: "off",
} as const;

/** The configuration's name in the folder that Redocly runs in. */
export const configFile = "redocly.yaml";

/**
 * The JSON reports that Redocly prints, one for each document that it lints. It ends with 1 where it finds something, so
 * only what cannot be read is a failure.
 */
export async function redocly(folder: string, args: readonly string[]): Promise<readonly unknown[]> {
  const manifest = createRequire(import.meta.url).resolve("@redocly/cli/package.json");
  const command = [join(dirname(manifest), "bin", "cli.js"), ...args, "--config", configFile, "--format", "json"];
  const runtime = process.versions.deno === undefined ? [] : ["run", "-A", "--node-modules-dir=manual"];
  const child = spawn(process.execPath, [...runtime, ...command], {
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
  const [stdout, stderr] = await Promise.all([textOf(child.stdout), textOf(child.stderr), ended(child)]);
  try {
    // A report is indented: only its last line begins with a bracket that closes.
    return stdout
      .split(/(?<=^\})/m)
      .filter((text) => text.trim() !== "")
      .map((text): unknown => JSON.parse(text));
  } catch {
    throw new NotJudged(`Redocly's ${args[0]} could not be run: ${lastWords(stderr)}`);
  }
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function ended(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("close", () => resolve());
    child.once("error", (error) => reject(new NotJudged(`Redocly could not be started: ${error.message}`)));
  });
}

/** Without the frame in which it tells of the versions of Node. */
function lastWords(stderr: string): string {
  const lines = stderr.split("\n").filter((line) => /\w/.test(line) && !/[║╔╚]/.test(line));
  return lines.slice(-5).join(" ").trim() || "it said nothing";
}
