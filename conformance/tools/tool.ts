/** Outside programs that verbs rest on: where each is looked for, in a fixed order, and how to get it. */

export type Environment = Readonly<Record<string, string | undefined>>;

/** A tool that is here, in a version that will do. */
export type Found =
  | { readonly place: string; readonly version: string; readonly kind: "command"; readonly command: string }
  | {
      readonly place: string;
      readonly version: string;
      readonly kind: "docker";
      /** The docker command itself. */
      readonly command: string;
      readonly image: string;
    };

export interface Missing {
  readonly place: string;
  /** In words: `no k6 there`, `k6 0.54.0 at /usr/bin/k6 is older than 1.0`. */
  readonly missing: string;
}

/** Somewhere to look. Never rejects: what keeps it from being found is told in `missing`. */
export interface Place {
  readonly name: string;
  look(env: Environment): Promise<Found | Missing>;
}

export interface Installation {
  /** What will be run and where it puts the tool, in words. */
  readonly says: string;
  /** Puts the tool into the cache; `told` is given what the installer says. Throws `ToolError`. */
  install(told: (text: string) => void, signal?: AbortSignal): Promise<void>;
}

export interface Tool {
  readonly name: string;
  /** Which verb needs it, in words. */
  readonly serves: string;
  /** In the order in which they are tried. */
  readonly places: readonly Place[];
  /** Where it can be had besides `fpk doctor --install`. */
  readonly advice: string;
  /** How it comes into the cache. Throws `ToolError` where what that takes is not here. */
  installation(env: Environment): Promise<Installation>;
}

/** A tool that is not here or cannot be had; the message is for the user. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}

/** The first place that has it, and why those before it do not. */
export interface Search {
  readonly found: Found | undefined;
  readonly missing: readonly Missing[];
}

export async function search(tool: Tool, env: Environment): Promise<Search> {
  const missing: Missing[] = [];
  for (const place of tool.places) {
    const looked = await place.look(env);
    if (!("missing" in looked)) return { found: looked, missing };
    missing.push(looked);
  }
  return { found: undefined, missing };
}

/** The tool as a program of this machine, not in a container: one that reaches this tree, and this loopback, as we do. */
export const outsideContainers = (tool: Tool): Tool => ({
  ...tool,
  places: tool.places.filter(({ name }) => name !== "docker"),
});

/** The tool, or a `ToolError` that says where it was looked for and how to get it. */
export async function requireTool(tool: Tool, env: Environment): Promise<Found> {
  const { found, missing } = await search(tool, env);
  if (found !== undefined) return found;
  const looked = missing.map(({ place, missing: why }) => `${place}: ${why}`).join("; ");
  throw new ToolError(`needs ${tool.name}, which is not here (${looked}). ${adviceOn(tool)}`);
}

export const adviceOn = (tool: Tool) => `fpk doctor --install puts it into the cache; or ${tool.advice}`;
