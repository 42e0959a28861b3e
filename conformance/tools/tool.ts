/** External programs that verbs need. Each is looked for in several places, in a fixed order, and can be installed. */

export type Environment = Readonly<Record<string, string | undefined>>;

/** A tool that was found, in a version that can be used. `command` is the path of the tool, or of docker. */
export type FoundTool = { readonly place: string; readonly version: string; readonly command: string } & (
  | { readonly kind: "command" }
  | { readonly kind: "docker"; readonly image: string }
);

interface Missing {
  readonly place: string;
  /** Why it was not found, such as `no k6 there` or `k6 0.54.0 at /usr/bin/k6 is older than 1.0`. */
  readonly missing: string;
}

/** A place where a tool may be. `look` never rejects: errors become `missing`. */
export interface Place {
  readonly name: string;
  look(env: Environment): Promise<FoundTool | Missing>;
}

export interface Installation {
  /** Says which command is run, and where it puts the tool. */
  readonly description: string;
  /** Puts the tool into the cache; `onOutput` gets the installer's output. Throws `ToolError`. */
  install(onOutput: (text: string) => void, signal?: AbortSignal): Promise<void>;
}

export interface Tool {
  readonly name: string;
  /** The verb that needs the tool. */
  readonly usedBy: string;
  /** The places where the tool is looked for, in this order. */
  readonly places: readonly Place[];
  /** How to get the tool without `fpk doctor --install`. */
  readonly advice: string;
  /** How it is installed into the cache. Throws `ToolError` if what that needs is missing. */
  installation(env: Environment): Promise<Installation>;
}

/** Thrown if a tool is missing or cannot be installed. The message is for the user. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}

export type Search = Awaited<ReturnType<typeof search>>;

/** The tool in the first place that has it, and why the places before that one do not have it. */
export async function search(tool: Tool, env: Environment) {
  const missing: Missing[] = [];
  for (const place of tool.places) {
    const found = await place.look(env);
    if (!("missing" in found)) return { found, missing };
    missing.push(found);
  }
  return { found: undefined, missing };
}

/** The tool, but only as a program of this machine, so that it reaches this machine's files and loopback address. */
export const outsideContainers = (tool: Tool): Tool => ({
  ...tool,
  places: tool.places.filter(({ name }) => name !== "docker"),
});

/** Finds the tool. Throws a `ToolError` that says where the tool was looked for and how to get it. */
export async function requireTool(tool: Tool, env: Environment): Promise<FoundTool> {
  const { found, missing } = await search(tool, env);
  if (found !== undefined) return found;
  const reasons = missing.map(({ place, missing: why }) => `${place}: ${why}`).join("; ");
  throw new ToolError(`needs ${tool.name}, which is not here (${reasons}). ${adviceOn(tool)}`);
}

export const adviceOn = (tool: Tool) => `fpk doctor --install puts it into the cache; or ${tool.advice}`;
