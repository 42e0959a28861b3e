/** Outside programs that verbs need: where each is looked for, in a fixed order, and how to get it. */

export type Environment = Readonly<Record<string, string | undefined>>;

/** A tool that was found, in a version that can be used. `command`: the tool itself, or docker. */
export type Found = { readonly place: string; readonly version: string; readonly command: string } & (
  | { readonly kind: "command" }
  | { readonly kind: "docker"; readonly image: string }
);

interface Missing {
  readonly place: string;
  /** Why it was not found: `no k6 there`, `k6 0.54.0 at /usr/bin/k6 is older than 1.0`. */
  readonly missing: string;
}

/** Somewhere to look. Never rejects: errors become `missing`. */
export interface Place {
  readonly name: string;
  look(env: Environment): Promise<Found | Missing>;
}

export interface Installation {
  /** What is run and where it puts the tool. */
  readonly description: string;
  /** Puts the tool into the cache; `onOutput` gets the installer's output. Throws `ToolError`. */
  install(onOutput: (text: string) => void, signal?: AbortSignal): Promise<void>;
}

export interface Tool {
  readonly name: string;
  /** The verb that needs it. */
  readonly usedBy: string;
  /** In the order in which they are tried. */
  readonly places: readonly Place[];
  /** How to get it without `fpk doctor --install`. */
  readonly advice: string;
  /** How it is installed into the cache. Throws `ToolError` if what that needs is missing. */
  installation(env: Environment): Promise<Installation>;
}

/** A tool is missing or cannot be installed; the message is for the user. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}

export type Search = Awaited<ReturnType<typeof search>>;

/** What the first place that has the tool found, and why the places before it have none. */
export async function search(tool: Tool, env: Environment) {
  const missing: Missing[] = [];
  for (const place of tool.places) {
    const found = await place.look(env);
    if (!("missing" in found)) return { found, missing };
    missing.push(found);
  }
  return { found: undefined, missing };
}

/** The tool as a program of this machine, not in a container, so that it reaches these files and this loopback. */
export const outsideContainers = (tool: Tool): Tool => ({
  ...tool,
  places: tool.places.filter(({ name }) => name !== "docker"),
});

/** The tool, or a `ToolError` that says where it was looked for and how to get it. */
export async function requireTool(tool: Tool, env: Environment): Promise<Found> {
  const { found, missing } = await search(tool, env);
  if (found !== undefined) return found;
  const reasons = missing.map(({ place, missing: why }) => `${place}: ${why}`).join("; ");
  throw new ToolError(`needs ${tool.name}, which is not here (${reasons}). ${adviceOn(tool)}`);
}

export const adviceOn = (tool: Tool) => `fpk doctor --install puts it into the cache; or ${tool.advice}`;
