/** `fpk doctor`: which outside tools are here, and how to get those that are not. */
import type { Command } from "commander";
import type { VerbContext } from "../../cli/verb.ts";
import { tools as allTools } from "../tools/index.ts";
import { adviceOn, type Found, type Search, search, type Tool, ToolError } from "../tools/tool.ts";

interface DoctorOptions {
  readonly install?: boolean;
}

export function configure(command: Command): void {
  command.option("--install", "put what is missing into the cache (~/.cache/fpk/tools)").addHelpText(
    "after",
    `
Each tool is looked for in a fixed order; k6: PATH, docker (an engine that answers), the cache.

Exit codes: 0 all are here · 1 one is missing · 3 one could not be installed`,
  );
}

/** Resolves to 0 where every tool is here, 1 where one is missing, 3 where one could not be installed. */
export async function run(
  options: DoctorOptions,
  io: Pick<VerbContext, "stdout" | "stderr" | "env" | "signal">,
  tools: readonly Tool[] = allTools,
): Promise<number> {
  let exitCode = 0;
  for (const tool of tools) {
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
    io.stderr.write(`installing ${tool.name}: ${installation.says}\n`);
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
    `✗ ${tool.name}   not found; ${tool.serves} needs it`,
    ...missing.map(({ place, missing: why }) => `    ${place}: ${why}`),
    `    to get it: ${adviceOn(tool)}`,
  ];
}

const whereOf = (found: Found) =>
  found.kind === "docker" ? `${found.command} run ${found.image}, fetched when it is first run` : found.command;
