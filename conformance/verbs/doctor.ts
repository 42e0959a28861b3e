/** `fpk doctor`: which outside tools are installed, and how to get the others. */
import type { Command } from "commander";
import type { VerbContext } from "../../cli/verb.ts";
import { k6 } from "../tools/k6.ts";
import { schemathesis } from "../tools/schemathesis.ts";
import {
  adviceOn,
  type FoundTool,
  outsideContainers,
  type Search,
  search,
  type Tool,
  ToolError,
} from "../tools/tool.ts";

interface DoctorOptions {
  readonly install?: boolean;
  /** False if a tool in a docker image does not count. */
  readonly docker?: boolean;
}

export function configure(command: Command): void {
  command
    .option("--install", "install missing tools into the cache (~/.cache/fpk/tools)")
    .option("--no-docker", "look for tools in PATH and the cache only, not in docker images")
    .addHelpText(
      "after",
      `
Each tool is looked for in a fixed order. k6: PATH, docker, the cache. Schemathesis: docker, PATH, the cache.

Exit codes: 0 all tools are here · 1 a tool is missing · 3 a tool could not be installed`,
    );
}

/** Resolves to 0 if every tool is installed, 1 if one is missing, 3 if one could not be installed. */
export async function run(
  options: DoctorOptions,
  io: Pick<VerbContext, "stdout" | "stderr" | "env" | "signal">,
  tools: readonly Tool[] = [k6, schemathesis],
): Promise<number> {
  let exitCode = 0;
  for (const tool of options.docker === false ? tools.map(outsideContainers) : tools) {
    let searched = await search(tool, io.env);
    if (searched.found === undefined && options.install === true) {
      if (!(await install(tool, io))) exitCode = 3;
      else searched = await search(tool, io.env);
    }
    for (const line of linesOf(tool, searched)) io.stdout.write(`${line}\n`);
    if (searched.found === undefined) exitCode = Math.max(exitCode, 1);
  }
  return exitCode;
}

async function install(tool: Tool, io: Pick<VerbContext, "stderr" | "env" | "signal">): Promise<boolean> {
  try {
    const installation = await tool.installation(io.env);
    io.stderr.write(`installing ${tool.name}: ${installation.description}\n`);
    await installation.install((text) => io.stderr.write(text), io.signal);
    return true;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    io.stderr.write(`fpk doctor: ${error.message}\n`);
    return false;
  }
}

function linesOf(tool: Tool, { found, missing }: Search): readonly string[] {
  if (found !== undefined) return [`✓ ${tool.name} ${found.version}   ${found.place}: ${whereOf(found)}`];
  return [
    `✗ ${tool.name}   not found; ${tool.usedBy} needs it`,
    ...missing.map(({ place, missing: why }) => `    ${place}: ${why}`),
    `    to get it: ${adviceOn(tool)}`,
  ];
}

const whereOf = (found: FoundTool) =>
  found.kind === "docker" ? `${found.command} run ${found.image}, fetched when it is first run` : found.command;
